const cp = require('mz/child_process');

module.exports = async (file) => {
  await cp.exec(`git add ${file}`); // expect: command-injection
  return cp.execFile('git', ['commit', '--', file]); // ok: command-injection
};
