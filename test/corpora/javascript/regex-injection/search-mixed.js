const express = require('express');
const escapeStringRegexp = require('escape-string-regexp');
const _ = require('lodash');
const app = express();
app.get('/a', (req, res) => res.json(items.filter((i) => new RegExp(req.query.q, 'i').test(i)))); // expect: regex-injection
app.get('/b', (req, res) => res.json(items.filter((i) => new RegExp(escapeStringRegexp(req.query.q)).test(i)))); // ok: regex-injection
app.get('/c', (req, res) => res.json(items.filter((i) => i.match(_.escapeRegExp(req.query.q))))); // ok: regex-injection
app.get('/d', (req, res) => res.json(items.filter((i) => i.includes(req.query.q)))); // ok: regex-injection
app.get('/e', (req, res) => {
  const q = req.query.q.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  res.json(items.filter((i) => RegExp('^' + q).test(i))); // ok: regex-injection
});
app.get('/f', (req, res) => res.json(/^(a+)+$/.test(req.query.q))); // expect: redos
app.get('/g', (req, res) => res.json(/^[a-z]+@[a-z]+\.[a-z]{2,}$/.test(req.query.q))); // ok: redos
app.get('/h', (req, res) => {
  if (req.query.q.length > 50) return res.end();
  return res.json(/^\w+\s?$/.test(req.query.q)); // ok: redos
});
const items = [];
