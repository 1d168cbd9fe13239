const { exec } = require('child_process');

exports.query = (a) => exec(a); // expect: command-injection
