const { exec } = require('child_process');

exports.checkout = function (branch) {
  exec('git checkout ' + branch); // expect: command-injection
};

exports.status = function (depth) {
  exec('git log -n ' + Number(depth)); // ok: command-injection
};
