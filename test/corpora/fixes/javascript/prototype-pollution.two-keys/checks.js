const assert = require('node:assert/strict');

exports.behaviour = async (app) => {
  await app.call('POST', '/values', { body: { area: 'a', key: 'k', value: 1 } });
  const { body } = await app.call('POST', '/values', { body: { area: 'a', key: 'l', value: 2 } });
  assert.deepEqual(body, { a: { k: 1, l: 2 } });
};
exports.exploit = async (app) => {
  await app.call('POST', '/values', { body: { area: '__proto__', key: 'admin', value: 'yes' } });
  const polluted = {}.admin === 'yes';
  delete Object.prototype.admin;
  return polluted;
};
