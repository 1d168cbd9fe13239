(function (root, factory) {
  if (typeof module === 'object' && module.exports) module.exports = factory();
  else root.gitFacts = factory();
})(this, function () {
  var exec = require('child_process').exec;
  var execFile = require('child_process').execFile;
  var defaults = { cwd: '.', encoding: 'utf8' };

  function extend(target, source) {
    for (var name in source) if (!(name in target)) target[name] = source[name];
    return target;
  }

  function log(branch, options, done) {
    options = extend(options || {}, defaults);
    exec('git log ' + branch, options, done); // expect: command-injection
  }

  log.safe = function (branch, options, done) {
    execFile('git', ['log', branch], extend(options || {}, defaults), done); // expect: argument-injection
  };

  return {
    log: log,
    count: function () {
      var args = Array.prototype.slice.call(arguments);
      var done = args.pop();
      exec('git rev-list --count ' + args.join(' '), done); // expect: command-injection
    },
    version: function (done) {
      exec('git --version', done); // ok: command-injection
    },
  };
});
