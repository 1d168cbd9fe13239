const assert = require('node:assert/strict');

const ask = (app, id) => app.call('GET', '/user', { query: { id } });
exports.behaviour = async (app) => {
  assert.equal((await ask(app, 2)).body, 'bob');
  assert.equal((await ask(app, 9)).status, 404);
};
exports.exploit = async (app) => (await ask(app, '0 UNION SELECT word FROM vault')).body === 'decoy-word';
