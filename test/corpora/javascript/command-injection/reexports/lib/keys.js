const { execFile, exec } = require('child_process');

exports.tag = (name) => exec('git tag ' + name); // expect: command-injection
exports.fetch = (remote) => execFile('git', ['fetch', '--', remote]); // ok: command-injection
