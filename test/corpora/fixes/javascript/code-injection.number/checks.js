const assert = require('node:assert/strict');

exports.behaviour = async (app) => {
  const { body } = await app.call('GET', '/pages', { query: { count: '25' } });
  assert.equal(body.pages, 3);
};
exports.exploit = async (app) => {
  delete globalThis.owned;
  await app.call('GET', '/pages', { query: { count: 'globalThis.owned = 1' } }).catch(() => undefined);
  return globalThis.owned !== undefined;
};
