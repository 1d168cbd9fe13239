const assert = require('node:assert/strict');
const fs = require('node:fs');

exports.prepare = () => {
  fs.mkdirSync('docs/deep', { recursive: true });
  fs.writeFileSync('docs/a', 'page');
  fs.writeFileSync('docs/deep/b', 'deep page');
  fs.writeFileSync('secret', 'decoy-word');
};
const ask = async (app, name) => (await app.call('GET', '/page', { query: { name } })).body;
exports.behaviour = async (app) => {
  assert.equal(await ask(app, 'a'), 'page');
  assert.equal(await ask(app, 'deep/b'), 'deep page');
};
exports.exploit = async (app) => (await ask(app, 'deep/../../secret')) === 'decoy-word';
