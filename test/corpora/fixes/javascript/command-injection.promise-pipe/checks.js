const assert = require('node:assert/strict');
const fs = require('node:fs');

exports.prepare = () => fs.writeFileSync('a.txt', 'one\ntwo\n');
exports.behaviour = async (app) => {
  assert.equal((await app.call('GET', '/lines', { query: { file: 'a.txt' } })).body, '2');
};
exports.exploit = async (app) => {
  await app.call('GET', '/lines', { query: { file: 'a.txt; touch marker' } }).catch(() => undefined);
  return fs.existsSync('marker');
};
