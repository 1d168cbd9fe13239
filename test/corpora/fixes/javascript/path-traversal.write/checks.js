const assert = require('node:assert/strict');
const fs = require('node:fs');

exports.prepare = () => fs.mkdirSync('notes', { recursive: true });
exports.behaviour = async (app) => {
  const { status } = await app.call('POST', '/notes', { body: { name: 'today', text: 'sunny' } });
  assert.equal(status, 201);
  assert.equal(fs.readFileSync('notes/today.txt', 'utf8'), 'sunny');
};
exports.exploit = async (app) => {
  await app.call('POST', '/notes', { body: { name: '../overwritten', text: 'x' } });
  return fs.existsSync('overwritten.txt');
};
