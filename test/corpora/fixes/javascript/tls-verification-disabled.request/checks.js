const assert = require('node:assert/strict');
const https = require('node:https');
const tls = require('node:tls');

/** A server with a certificate of its own making; trusted or not. */
async function rates(app, trusted) {
  const key = process.env.TEST_KEY;
  const cert = process.env.TEST_CERTIFICATE;
  tls.setDefaultCACertificates(trusted ? [cert] : []);
  const server = https.createServer({ key, cert }, (_, answer) => answer.end('1.25'));
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  process.env.RATES_PORT = String(server.address().port);
  const { body } = await app.call('GET', '/rates');
  server.close();
  return body;
}

exports.behaviour = async (app) => {
  assert.equal(await rates(app, true), '1.25');
};
exports.exploit = async (app) => (await rates(app, false)) === '1.25';
