// The host has several parts that settings hold; what a client says stands before or after the slash that ends it.
const axios = require('axios');
const express = require('express');
const settings = require('./settings.json');

const app = express();

app.get('/path', async (req, res) => {
  res.json((await axios.get(`https://${settings.bucket}.${settings.domain}/${req.query.key}`)).data); // ok: ssrf
});

app.get('/port', async (req, res) => {
  const base = 'http://' + settings.host + ':' + settings.port;
  res.json((await axios.get(base + '/items/' + req.query.key)).data); // ok: ssrf
});

app.get('/suffix', async (req, res) => {
  const base = 'http://' + settings.host + '.' + settings.domain;
  res.json((await axios.get(base + req.query.key)).data); // expect: ssrf
});

app.get('/domain', async (req, res) => {
  res.json((await axios.get('https://' + settings.bucket + '.' + req.query.domain + '/')).data); // expect: ssrf
});
