const assert = require('node:assert/strict');

const code = async (app) => (await app.call('GET', '/code')).body.otp;
exports.behaviour = async (app) => {
  for (let i = 0; i < 50; i++) assert.match(String(await code(app)), /^[1-9]\d{5}$/);
};
exports.exploit = async (app) => {
  const { random } = Math;
  Math.random = () => 0.123456789;
  const codes = [await code(app), await code(app), await code(app)];
  Math.random = random;
  return new Set(codes).size === 1;
};
