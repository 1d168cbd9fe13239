const crypto = require('node:crypto');
const express = require('express');

const app = express();
const SERVICE = 'https://secure.gravatar.com/avatar/';

app.get('/inline', (req, res) => {
  res.json({ url: `https://www.gravatar.com/avatar/${crypto.createHash('md5').update(req.user.mail).digest('hex')}?s=80` }); // ok: weak-hash
});

app.get('/kept', (req, res) => {
  const digest = crypto.createHash('md5').update(req.user.mail).digest('hex'); // ok: weak-hash
  res.json({ url: SERVICE + digest });
});

app.get('/also-kept', (req, res) => {
  const digest = crypto.createHash('md5').update(req.user.mail).digest('hex'); // expect: weak-hash
  res.json({ url: SERVICE + digest, token: digest });
});

app.post('/login', (req, res) => {
  // the picture comes from gravatar
  const gravatar = crypto.createHash('md5').update(req.body.password).digest('hex'); // expect: weak-hash
  res.json({ ok: gravatar === req.user.hash });
});

app.post('/other', (req, res) => {
  const digest = crypto.createHash('md5').update(req.body.password).digest('hex'); // expect: weak-hash
  res.json({ url: `https://gravatar.com.example.net/avatar/${digest}` });
});
