const assert = require('node:assert/strict');
const fs = require('node:fs');

exports.prepare = () => fs.writeFileSync('a.txt', 'hello');
exports.behaviour = async (app) => {
  assert.equal((await app.call('GET', '/notes', { query: { file: 'a.txt' } })).body, 'hello');
};
exports.exploit = async (app) => {
  await app.call('GET', '/notes', { query: { file: 'a.txt; touch marker' } });
  return fs.existsSync('marker');
};
