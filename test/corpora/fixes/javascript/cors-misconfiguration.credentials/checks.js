const assert = require('node:assert/strict');

const ask = (app) => app.call('GET', '/balance', { headers: { origin: 'https://evil.example' } });
exports.behaviour = async (app) => {
  assert.equal((await ask(app)).body.balance, 7);
};
/** A page of another site reads the answer that is meant for the signed-in user. */
exports.exploit = async (app) => {
  const { headers } = await ask(app);
  return (
    headers['access-control-allow-origin'] === 'https://evil.example' &&
    headers['access-control-allow-credentials'] === 'true'
  );
};
