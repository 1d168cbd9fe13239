// Agents that look at the address that they connect to.
const axios = require('axios');
const express = require('express');
const fetch = require('node-fetch');
const https = require('https');
const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent, useAgent } = require('request-filtering-agent');
const ssrfFilter = require('ssrf-req-filter');

const app = express();

app.get('/feed', async (req, res) => {
  const url = req.query.url;
  const { data } = await axios({ url, method: 'GET', httpAgent: ssrfFilter(url), httpsAgent: ssrfFilter(url) }); // ok: ssrf
  res.json(data);
});

app.get('/picture', async (req, res) => {
  const options = { httpAgent: new RequestFilteringHttpAgent(), httpsAgent: new RequestFilteringHttpsAgent() };
  const { data } = await axios.get(req.query.url, options); // ok: ssrf
  await axios.post(req.query.hook, { data }, options); // ok: ssrf
  res.json(data);
});

app.get('/page', async (req, res) => {
  const answer = await fetch(req.query.url, { agent: useAgent(req.query.url) }); // ok: ssrf
  res.json(await answer.json());
});

app.get('/half', async (req, res) => {
  const url = req.query.url;
  const { data } = await axios({ url, httpAgent: ssrfFilter(url) }); // expect: ssrf
  res.json(data);
});

app.get('/other', async (req, res) => {
  const agent = new https.Agent({ keepAlive: true });
  const { data } = await axios.get(req.query.url, { httpAgent: agent, httpsAgent: agent }); // expect: ssrf
  const answer = await fetch(req.query.page, { agent: filterOf(req.query.page) }); // expect: ssrf
  await axios.post(req.query.hook, { data, httpAgent: ssrfFilter(req.query.hook), httpsAgent: ssrfFilter(req.query.hook) }); // expect: ssrf
  res.json(await answer.json());
});

function filterOf(url) {
  return new https.Agent({ servername: url });
}
