const express = require('express');
const url = require('url');
const app = express();
const TARGETS = { home: '/home', shop: '/shop' };

app.get('/go', (req, res) => {
  res.redirect(req.query.next); // expect: open-redirect
  res.redirect(301, req.query.next); // expect: open-redirect
  res.redirect('/users/' + req.query.id); // ok: open-redirect
  res.redirect('//' + req.query.host); // expect: open-redirect
  res.redirect(TARGETS[req.query.to] || '/'); // ok: open-redirect
  res.redirect('back'); // ok: open-redirect
  res.redirect(req.session.returnTo || '/'); // ok: open-redirect
  const next = req.query.next;
  if (next.startsWith('/') && !next.startsWith('//')) res.redirect(next); // ok: open-redirect
  if (/^\/[a-z]+$/.test(next)) res.redirect(next); // ok: open-redirect
  if (next.indexOf('example.com') !== -1) res.redirect(next); // expect: open-redirect
  res.writeHead(302, { Location: next }); // expect: open-redirect
  res.location(next); // expect: open-redirect
  const { hostname } = new URL(next, 'https://example.com');
  if (hostname === 'example.com') res.redirect(next); // ok: open-redirect
  const parsed = url.parse(next);
  if (parsed.host === 'example.com') return res.redirect(next); // ok: open-redirect
  return res.end();
});
