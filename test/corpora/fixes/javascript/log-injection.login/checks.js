const assert = require('node:assert/strict');

const logged = async (app, user) => {
  const lines = [];
  console.log = (...parts) => lines.push(...parts.join(' ').split(/[\r\n]/));
  await app.call('GET', '/login', { query: { user } });
  return lines;
};
exports.behaviour = async (app) => {
  assert.deepEqual(await logged(app, 'ann'), ['login of ann']);
};
exports.exploit = async (app) => (await logged(app, 'x\nlogin of admin')).includes('login of admin');
