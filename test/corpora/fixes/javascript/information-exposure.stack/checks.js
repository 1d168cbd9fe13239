const assert = require('node:assert/strict');

exports.behaviour = async (app) => {
  assert.equal((await app.call('GET', '/half', { query: { of: '4' } })).body, 2);
  assert.equal((await app.call('GET', '/divide', { query: { by: '0' } })).status, 500);
};
exports.exploit = async (app) => /app\.js:\d+/.test((await app.call('GET', '/divide', { query: { by: '0' } })).body);
