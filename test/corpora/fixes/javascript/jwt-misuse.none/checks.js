const assert = require('node:assert/strict');
const jwt = require('jsonwebtoken');

exports.prepare = () => {
  process.env.JWT_SECRET = 'a word';
};
const me = async (app, authorization) => (await app.call('GET', '/me', { headers: { authorization } })).body.user;
exports.behaviour = async (app) => {
  assert.equal(await me(app, jwt.sign({ user: 'ann' }, 'a word')), 'ann');
};
exports.exploit = async (app) => (await me(app, jwt.sign({ user: 'admin' }, '', { algorithm: 'none' }))) === 'admin';
