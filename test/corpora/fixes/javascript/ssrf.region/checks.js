const assert = require('node:assert/strict');

const ask = async (app, region) => (await app.call('GET', '/stock', { query: { region } })).body.host;
exports.behaviour = async (app) => {
  assert.equal(await ask(app, 'eu-1'), 'eu-1.stock.example');
};
exports.exploit = async (app) => (await ask(app, 'metadata.internal/?')) === 'metadata.internal';
