const assert = require('node:assert/strict');

exports.prepare = () => {
  process.env.ALLOWED_HOSTS = 'pages.example,images.example';
};
const ask = async (app, url) => (await app.call('GET', '/preview', { query: { url } })).body.host;
exports.behaviour = async (app) => {
  assert.equal(await ask(app, 'https://images.example/a.png'), 'images.example');
};
exports.exploit = async (app) => {
  const others = ['http://169.254.1.1/keys', 'http://pages.example@inside.example/', 'http://inside.example\\@pages.example/'];
  for (const url of others) {
    const host = await ask(app, url);
    if (host !== undefined && host !== 'pages.example') return true;
  }
  return false;
};
