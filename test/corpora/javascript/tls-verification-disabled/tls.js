const https = require('https');
const tls = require('tls');
const axios = require('axios');
const { Pool } = require('pg');

const agent = new https.Agent({ rejectUnauthorized: false }); // expect: tls-verification-disabled
const checked = new https.Agent({ keepAlive: true, rejectUnauthorized: true }); // ok: tls-verification-disabled
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled
process.env.NODE_ENV = 'test'; // ok: tls-verification-disabled

axios.get('https://acme.test', { httpsAgent: agent });

const socket = tls.connect(443, 'acme.test', {
  checkServerIdentity: () => undefined, // expect: tls-verification-disabled
});

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  ssl: { rejectUnauthorized: false }, // expect: tls-verification-disabled
});

const strict = { ssl: { ca: process.env.CA } }; // ok: tls-verification-disabled
const options = {};
options.rejectUnauthorized = false; // expect: tls-verification-disabled
https.request({ host: 'acme.test', ...options });
module.exports = { agent, checked, socket, pool, strict };
