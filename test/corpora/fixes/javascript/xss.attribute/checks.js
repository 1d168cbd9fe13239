const assert = require('node:assert/strict');

const ask = async (app, q) => (await app.call('GET', '/search', { query: { q } })).body;
exports.behaviour = async (app) => {
  assert.equal(await ask(app, 'red shoes'), '<form><input name="q" value="red shoes"></form>');
};
exports.exploit = async (app) => /value="" onfocus="/.test(await ask(app, '" onfocus="alert(1)" autofocus="'));
