const assert = require('node:assert/strict');

const ask = async (app, q) => (await app.call('GET', '/search', { query: { q } })).body;
exports.behaviour = async (app) => {
  assert.deepEqual((await ask(app, 'n')).map(({ id }) => id), [1]);
  assert.equal((await ask(app, '')).length, 3);
};
exports.exploit = async (app) =>
  JSON.stringify(await ask(app, "x' UNION SELECT 1, word FROM vault --")).includes('decoy-word');
