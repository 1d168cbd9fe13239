const assert = require('node:assert/strict');

const ask = async (app, name) => (await app.call('GET', '/users', { query: { name } })).body;
exports.behaviour = async (app) => {
  assert.deepEqual(await ask(app, 'ann'), [{ id: 1, name: 'ann' }]);
  assert.deepEqual(await ask(app, 'nobody'), []);
};
exports.exploit = async (app) =>
  JSON.stringify(await ask(app, "x' UNION SELECT 1, word FROM vault --")).includes('decoy-word');
