import axios from 'axios';
import got from 'got';
import http from 'node:http';
import https from 'node:https';
import fetch from 'node-fetch';
import request from 'request';
import superagent from 'superagent';
import express from 'express';

const app = express();
const HOSTS = new Set(['api.example.com', 'cdn.example.com']);
const client = axios.create({ baseURL: 'https://api.example.com' });

app.get('/a', async (req, res) => {
  const url = req.query.url as string;
  await axios.get(url); // expect: ssrf
  await axios({ method: 'post', url, data: {} }); // expect: ssrf
  await got(url).json(); // expect: ssrf
  await fetch(`http://${req.query.host}/status`); // expect: ssrf
  await fetch('https://api.example.com/users/' + encodeURIComponent(req.query.user as string)); // ok: ssrf
  http.get(url, (r) => r.pipe(res)); // expect: ssrf
  https.request({ hostname: req.query.host as string, path: '/' }); // expect: ssrf
  https.request({ hostname: 'api.example.com', path: '/x?q=' + req.query.q }); // ok: ssrf
  request(url, () => {}); // expect: ssrf
  await superagent.get(url); // expect: ssrf
  await client.get('/users', { params: { q: req.query.q } }); // ok: ssrf
});

app.post('/hook', async (req, res) => {
  const target = new URL(req.body.callback);
  if (!HOSTS.has(target.hostname)) return res.status(400).end();
  await axios.post(target.toString(), { ok: true }); // ok: ssrf
  return res.end();
});

app.post('/hook2', async (req, res) => {
  const target = new URL(req.body.callback);
  if (target.protocol !== 'https:') return res.status(400).end();
  await axios.post(target.href, { ok: true }); // expect: ssrf
  return res.end();
});

app.post('/hook3', async (req, res) => {
  const known: Record<string, string> = { a: 'https://a.example.com', b: 'https://b.example.com' };
  const target = known[req.body.which];
  if (target) await axios.post(target, {}); // ok: ssrf
  res.end();
});
