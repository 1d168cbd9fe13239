const assert = require('node:assert/strict');
const fs = require('node:fs');

exports.prepare = () => fs.writeFileSync('log.txt', 'one\ntwo\nthree\n');
exports.behaviour = async (app) => {
  assert.equal((await app.call('GET', '/lines', { query: { n: '2' } })).body, 'one\ntwo\n');
};
exports.exploit = async (app) => {
  await app.call('GET', '/lines', { query: { n: '1 log.txt; touch marker;' } });
  return fs.existsSync('marker');
};
