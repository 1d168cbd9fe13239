const axios = require('axios');
const got = require('got');
const fetch = require('node-fetch');
const request = require('request');
const https = require('https');
const app = require('express')();

app.get('/proxy', async (req, res) => {
  const answer = await axios.get(req.query.url); // expect: ssrf
  res.json(answer.data);
});

app.get('/api', async (req, res) => {
  const answer = await axios.get(`https://api.acme.test/v1/items/${encodeURIComponent(req.query.id)}`); // ok: ssrf
  res.json(answer.data);
});

app.get('/path', async (req, res) => {
  const answer = await fetch('https://api.acme.test/items?id=' + req.query.id); // ok: ssrf
  res.json(await answer.json());
});

app.get('/host', async (req, res) => {
  const answer = await fetch(`https://${req.query.region}.internal/status`); // expect: ssrf
  res.json(await answer.json());
});

app.post('/hook', async (req, res) => {
  await got.post(req.body.callback, { json: { done: true } }); // expect: ssrf
  request({ url: req.body.callback, method: 'POST' }, () => {}); // expect: ssrf
  request({ url: 'https://hooks.acme.test/done', json: { id: req.body.id } }, () => {}); // ok: ssrf
  res.end();
});

app.get('/image', (req, res) => {
  https.get({ hostname: req.query.host, path: '/logo.png' }, (answer) => answer.pipe(res)); // expect: ssrf
});

const HOSTS = ['a.acme.test', 'b.acme.test'];
app.get('/allowed', async (req, res) => {
  const target = new URL(req.query.url);
  if (!HOSTS.includes(target.hostname)) return res.sendStatus(403);
  const answer = await axios.get(target.href); // ok: ssrf
  res.json(answer.data);
});

app.get('/prefixed', async (req, res) => {
  const { url } = req.query;
  if (!url.startsWith('https://cdn.acme.test/')) return res.sendStatus(400);
  const answer = await axios.request({ url }); // ok: ssrf
  res.json(answer.data);
});
