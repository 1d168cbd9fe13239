const { exec } = require('child_process');

exports.run = (a) => exec(a); // expect: command-injection
exports.stop = (a) => exec('stop ' + a); // expect: command-injection
exports.own = (a) => exec(a); // ok: command-injection
