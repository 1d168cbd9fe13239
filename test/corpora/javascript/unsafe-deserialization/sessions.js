const serialize = require('node-serialize');
const yaml = require('js-yaml');
const cookieParser = require('cookie-parser');
const express = require('express');

const app = express();
app.use(cookieParser());

app.get('/', (req, res) => {
  if (req.cookies.profile) {
    const text = Buffer.from(req.cookies.profile, 'base64').toString();
    const profile = serialize.unserialize(text); // expect: unsafe-deserialization
    return res.json({ name: profile.name });
  }
  res.cookie('profile', Buffer.from(serialize.serialize({ name: 'guest' })).toString('base64'));
  res.end();
});

app.post('/json', (req, res) => {
  const value = JSON.parse(req.body.text); // ok: unsafe-deserialization
  res.json(value);
});

app.post('/yaml', (req, res) => {
  const value = yaml.load(req.body.text, { schema: yaml.DEFAULT_FULL_SCHEMA }); // expect: unsafe-deserialization
  const safe = yaml.load(req.body.text, { schema: yaml.FAILSAFE_SCHEMA }); // ok: unsafe-deserialization
  const older = yaml.safeLoad(req.body.text); // ok: unsafe-deserialization
  res.json({ value, safe, older });
});

const local = serialize.unserialize('{"a":1}'); // ok: unsafe-deserialization
module.exports = { app, local };
