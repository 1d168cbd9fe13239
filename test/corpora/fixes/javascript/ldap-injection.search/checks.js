const assert = require('node:assert/strict');

const ask = async (app, uid, password) => (await app.call('GET', '/people', { query: { uid, password } })).body;
exports.behaviour = async (app) => {
  assert.deepEqual(await ask(app, 'ann', 'decoy-word'), ['ann']);
  assert.deepEqual(await ask(app, 'b*b', 'decoy-word-2'), ['b*b']);
  assert.deepEqual(await ask(app, 'ann', 'wrong'), []);
};
exports.exploit = async (app) => (await ask(app, 'ann', '*')).includes('ann');
