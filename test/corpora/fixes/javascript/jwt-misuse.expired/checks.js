const assert = require('node:assert/strict');
const jwt = require('jsonwebtoken');

exports.prepare = () => {
  process.env.JWT_SECRET = 'a word';
};
const now = Math.floor(Date.now() / 1000);
const me = async (app, exp) =>
  (await app.call('GET', '/me', { headers: { authorization: jwt.sign({ user: 'ann', exp }, 'a word') } })).body.user;
exports.behaviour = async (app) => {
  assert.equal(await me(app, now + 60), 'ann');
};
exports.exploit = async (app) => (await me(app, now - 60)) === 'ann';
