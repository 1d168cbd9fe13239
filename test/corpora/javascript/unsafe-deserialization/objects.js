const express = require('express');
const serialize = require('node-serialize');
const yaml = require('js-yaml');
const YAML = require('yaml');
const app = express();
app.get('/a', (req, res) => {
  const profile = Buffer.from(req.cookies.profile, 'base64').toString();
  res.json(serialize.unserialize(profile)); // expect: unsafe-deserialization
});
app.post('/c', (req, res) => res.json(YAML.parse(req.body))); // ok: unsafe-deserialization
app.post('/d', (req, res) => res.json(JSON.parse(req.body))); // ok: unsafe-deserialization
