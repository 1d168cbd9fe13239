const assert = require('node:assert/strict');

exports.behaviour = async (app) => {
  const { body } = await app.call('POST', '/settings', { body: { colours: { back: 'white' }, size: 3 } });
  assert.deepEqual(body, { colours: { text: 'black', back: 'white' }, size: 3 });
};
exports.exploit = async (app) => {
  for (const text of ['{"__proto__":{"admin":"yes"}}', '{"constructor":{"prototype":{"admin":"yes"}}}']) {
    await app.call('POST', '/settings', { body: JSON.parse(text) });
    const polluted = {}.admin === 'yes';
    delete Object.prototype.admin;
    if (polluted) return true;
  }
  return false;
};
