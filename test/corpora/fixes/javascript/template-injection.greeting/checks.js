const assert = require('node:assert/strict');

const ask = async (app, name) => (await app.call('GET', '/', { query: { name } })).body;
exports.behaviour = async (app) => {
  assert.equal(await ask(app, 'Ann'), '<p>Hello Ann</p>');
};
exports.exploit = async (app) => (await ask(app, '{{ 40 + 2 }}')).includes('42');
