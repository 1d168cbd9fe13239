const assert = require('node:assert/strict');

const ask = async (app, after, except) => (await app.call('GET', '/users', { query: { after, except } })).body;
exports.behaviour = async (app) => {
  assert.deepEqual(await ask(app, 1, 'Al'), [{ id: 2, name: 'bob' }]);
};
exports.exploit = async (app) =>
  JSON.stringify(await ask(app, 1, "' UNION SELECT 1, word FROM vault --")).includes('decoy-word');
