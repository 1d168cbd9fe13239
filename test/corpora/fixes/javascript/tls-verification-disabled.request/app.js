const https = require('https');
const express = require('express');

const app = express();

app.get('/rates', (req, res) => {
  const options = { host: 'localhost', port: process.env.RATES_PORT, agent: false, rejectUnauthorized: false };
  https
    .get(options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => res.send(text));
    })
    .on('error', () => res.status(502).end('no answer'));
});

module.exports = app;
