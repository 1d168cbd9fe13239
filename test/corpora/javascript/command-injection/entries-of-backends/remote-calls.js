const { execSync } = require('node:child_process');
const grpc = require('@grpc/grpc-js');
const jayson = require('jayson');

function start(call, callback) {
  execSync('start-job ' + call.request.name); // expect: command-injection
  callback(null, {});
}

const server = new grpc.Server();
server.addService(service, { start });

jayson.server({
  stop(args, callback) {
    execSync('stop-job ' + args[0]); // expect: command-injection
    callback(null);
  },
});
