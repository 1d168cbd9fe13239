const assert = require('node:assert/strict');

const ask = async (app, name) => (await app.call('GET', '/', { query: { name } })).body;
exports.behaviour = async (app) => {
  assert.equal(await ask(app, 'Ann'), '<h1>Hello Ann</h1>');
};
exports.exploit = async (app) => (await ask(app, '<script>x</script>')).includes('<script>');
