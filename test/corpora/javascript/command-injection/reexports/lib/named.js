const { execSync } = require('child_process');

exports.prune = (remote) => execSync(`git remote prune ${remote}`); // expect: command-injection

exports.unused = (remote) => execSync(`git remote show ${remote}`); // ok: command-injection
