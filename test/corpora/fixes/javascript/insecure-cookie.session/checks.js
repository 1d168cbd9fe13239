const assert = require('node:assert/strict');

const login = async (app) => (await app.call('GET', '/login')).cookies.session;
exports.behaviour = async (app) => {
  const { value, path } = await login(app);
  assert.deepEqual([value, path], ['abc', '/']);
};
/** What a script of the page, or somebody on the network, reads. */
exports.exploit = async (app) => {
  const { httpOnly, secure } = await login(app);
  return !httpOnly || !secure;
};
