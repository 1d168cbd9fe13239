const https = require('https');
const tls = require('tls');
const axios = require('axios');
const request = require('request');
const fs = require('fs');
const nodemailer = require('nodemailer');
const { Pool } = require('pg');

const lax = new https.Agent({ rejectUnauthorized: false }); // expect: tls-verification-disabled
const strict = new https.Agent({ rejectUnauthorized: true, ca: fs.readFileSync('ca.pem') }); // ok: tls-verification-disabled
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled
https.get({ host: 'a', rejectUnauthorized: false }); // expect: tls-verification-disabled
https.get({ host: 'a', agent: strict }); // ok: tls-verification-disabled
tls.connect({ host: 'a', port: 1, checkServerIdentity: () => undefined }); // expect: tls-verification-disabled
request({ url: 'https://a', strictSSL: false }); // expect: tls-verification-disabled
axios.get('https://a', { httpsAgent: strict }); // ok: tls-verification-disabled
nodemailer.createTransport({ host: 'a', tls: { rejectUnauthorized: false } }); // expect: tls-verification-disabled
new Pool({ ssl: { rejectUnauthorized: false } }); // expect: tls-verification-disabled
new Pool({ ssl: { ca: fs.readFileSync('ca.pem') } }); // ok: tls-verification-disabled
exports.lax = lax;
