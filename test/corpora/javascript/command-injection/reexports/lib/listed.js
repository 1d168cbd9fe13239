const cp = require('child_process');

module.exports = function (file) {
  cp.exec('git blame ' + file); // expect: command-injection
};
