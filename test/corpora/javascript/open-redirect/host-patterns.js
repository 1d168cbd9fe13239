// Addresses that are held to a pattern before a browser is sent there.
const express = require('express');
const axios = require('axios');

const app = express();
const partners = /^https:\/\/(?:[\w-]+\.)*partner\.example\.com(?:\/|$)/;

app.get('/go', (req, res) => {
  const to = String(req.query.to);
  if (partners.test(to)) return res.redirect(to); // ok: open-redirect
  if (/^https:\/\/partner\.example\.com/.test(to)) return res.redirect(to); // expect: open-redirect
  if (/^https:\/\/.*\.example\.com\//.test(to)) return res.redirect(to); // expect: open-redirect
  return res.redirect('/');
});

app.get('/load', async (req, res) => {
  const from = String(req.query.from);
  if (!from.match(/^https:\/\/(cdn|media)\.example\.com\//)) return res.sendStatus(400);
  const { data } = await axios.get(from); // ok: ssrf
  return res.json(data);
});

app.get('/host', (req, res) => {
  const to = new URL(String(req.query.to));
  if (/(^|\.)example\.com$/.test(to.hostname)) return res.redirect(to.href); // ok: open-redirect
  if (/example\.com/.test(to.hostname)) return res.redirect(to.href); // expect: open-redirect
  return res.redirect('/');
});
