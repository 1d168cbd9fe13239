const assert = require('node:assert/strict');
const jwt = require('jsonwebtoken');

exports.prepare = () => {
  process.env.JWT_SECRET = 'set-where-the-program-runs';
  process.env.APP_SECRET = 'set-where-the-program-runs';
};
const me = (app, authorization) => app.call('GET', '/me', { headers: { authorization } });
exports.behaviour = async (app) => {
  const { body } = await app.call('GET', '/token');
  assert.equal((await me(app, body.token)).body.user, 'guest');
};
/** With what everybody who has the source knows. */
exports.exploit = async (app) => (await me(app, jwt.sign({ user: 'admin' }, 'k3yV8p2WqZ71xRtB'))).body.user === 'admin';
