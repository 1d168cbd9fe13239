const { exec } = require('child_process');
const express = require('express');

class Server {
  handle(name, argument) {
    return this['action_' + name](argument);
  }

  take(name, argument) {
    const method = this[`on${name}`];
    if (method) method.call(this, argument);
  }

  action_start(argument) {
    exec('start ' + argument); // expect: command-injection
  }

  onStop(argument) {
    exec('stop ' + argument); // expect: command-injection
  }

  internal(argument) {
    exec('internal ' + argument); // ok: command-injection
  }
}

const server = new Server();
const app = express();
app.post('/a/:name', (req, res) => {
  server.handle(req.params.name, req.body.argument);
});
app.post('/b/:name', (req, res) => {
  server.take(req.params.name, req.body.argument);
});
server.internal('now');
