const assert = require('node:assert/strict');

const ask = async (app, name) => (await app.call('GET', '/check', { query: { name } })).body;
exports.behaviour = async (app) => {
  assert.equal(await ask(app, 'ann'), true);
  assert.equal(await ask(app, 'ann1'), false);
  assert.equal(await ask(app, ''), false);
};
/** Twice as long for each letter more: 2^8 times as long for eight, where a linear expression takes no time at all. */
exports.exploit = async (app) => {
  const took = async (length) => {
    const startedAt = process.cpuUsage();
    await ask(app, `${'a'.repeat(length)}!`);
    return process.cpuUsage(startedAt).user / 1000;
  };
  await took(12);
  return (await took(24)) > 40;
};
