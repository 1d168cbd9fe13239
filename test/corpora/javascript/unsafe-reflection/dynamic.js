const express = require('express');
const app = express();
const api = { list() {}, get() {} };
app.get('/a', (req, res) => res.json(require('./plugins/' + req.query.plugin))); // expect: unsafe-reflection
app.get('/b', async (req, res) => res.json(await import(req.query.module))); // expect: unsafe-reflection
app.get('/d', (req, res) => {
  const method = req.query.method;
  if (method !== 'list' && method !== 'get') return res.status(400).end();
  return res.json(api[method]()); // ok: unsafe-reflection
});
