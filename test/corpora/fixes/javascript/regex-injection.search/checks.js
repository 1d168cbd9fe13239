const assert = require('node:assert/strict');

const ask = async (app, q) => (await app.call('GET', '/search', { query: { q } })).body;
exports.behaviour = async (app) => {
  assert.deepEqual(await ask(app, 'a.b'), ['a.b']);
  assert.deepEqual(await ask(app, 'decoy'), ['decoy-word']);
};
/** An expression of the client's own, which could as well be a slow one. */
exports.exploit = async (app) => (await ask(app, '^(.)+$')).length === 2;
