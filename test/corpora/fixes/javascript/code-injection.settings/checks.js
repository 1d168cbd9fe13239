const assert = require('node:assert/strict');

exports.behaviour = async (app) => {
  const { body } = await app.call('GET', '/settings', { query: { settings: '{"theme":"dark"}' } });
  assert.equal(body.theme, 'dark');
};
exports.exploit = async (app) => {
  delete globalThis.owned;
  await app.call('GET', '/settings', { query: { settings: 'globalThis.owned = { theme: 1 }' } }).catch(() => undefined);
  return globalThis.owned !== undefined;
};
