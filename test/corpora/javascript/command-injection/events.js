const { EventEmitter } = require('events');
const cp = require('child_process');
const WebSocket = require('ws');

const server = new WebSocket.Server({ port: 9000 });

server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const message = JSON.parse(data);
    if (message.kind === 'build') build(message.target);
    if (message.kind === 'clean') clean();
  });
});

function build(target) {
  const cmd = `make ${target}`;
  cp.exec(cmd, { cwd: '/srv/app' }, () => {}); // expect: command-injection
}

function clean(target = 'all') {
  cp.exec(`make clean-${target}`, () => {}); // ok: command-injection
}
