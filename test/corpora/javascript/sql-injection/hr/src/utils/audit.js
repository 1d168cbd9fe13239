const fs = require('fs');
const path = require('path');
const AUDIT_DIR = path.join(__dirname, '../../audit');

function clean(text) {
  return String(text).replace(/[\r\n]+/g, ' ');
}
module.exports.audit = function audit(who, what) {
  fs.appendFileSync(path.join(AUDIT_DIR, 'audit.log'), `${new Date().toISOString()} ${clean(who)} ${clean(what)}\n`); // ok: log-injection, path-traversal
};
module.exports.logFor = function logFor(user) {
  const file = path.join(AUDIT_DIR, `${user}.log`);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''; // expect: path-traversal
};
module.exports.logForSafe = function logForSafe(user) {
  const file = path.resolve(AUDIT_DIR, user + '.log');
  if (path.dirname(file) !== AUDIT_DIR) return '';
  return fs.readFileSync(file, 'utf8'); // ok: path-traversal
};
