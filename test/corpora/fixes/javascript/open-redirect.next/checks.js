const assert = require('node:assert/strict');

const go = async (app, next) => (await app.call('GET', '/login', { query: { next } })).headers.location;
exports.behaviour = async (app) => {
  assert.equal(await go(app, '/home?a=1#b'), '/home?a=1#b');
};
exports.exploit = async (app) => {
  const others = ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', '\\\\evil.example'];
  for (const next of others) {
    const location = await go(app, next);
    if (location && new URL(location, 'https://own.example').host !== 'own.example') return true;
  }
  return false;
};
