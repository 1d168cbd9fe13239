const assert = require('node:assert/strict');

const token = async (app) => (await app.call('GET', '/reset')).body.token;
exports.behaviour = async (app) => {
  const tokens = new Set(await Promise.all(Array.from({ length: 20 }, () => token(app))));
  assert.equal(tokens.size, 20);
  for (const one of tokens) assert.match(one, /^[0-9a-z]{8,}$/);
};
/** Who knows the generator's state, which earlier tokens give away, knows the next token. */
exports.exploit = async (app) => {
  const { random } = Math;
  Math.random = () => 0.123456789;
  const [one, other] = [await token(app), await token(app)];
  Math.random = random;
  return one === other;
};
