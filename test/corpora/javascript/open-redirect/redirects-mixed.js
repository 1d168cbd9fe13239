const express = require('express');
const { URL } = require('url');
const app = express();
const allowed = ['/home', '/profile'];

const isLocal = (to) => {
  try {
    return new URL(to, 'https://example.com').origin === 'https://example.com';
  } catch {
    return false;
  }
};

app.get('/1', (req, res) => res.redirect(req.query.next)); // expect: open-redirect
app.get('/2', (req, res) => res.redirect(301, req.query.next || '/')); // expect: open-redirect
app.get('/3', (req, res) => res.redirect('/login?next=' + encodeURIComponent(req.query.next))); // ok: open-redirect
app.get('/4', (req, res) => {
  const next = allowed.includes(req.query.next) ? req.query.next : '/home';
  res.redirect(next); // ok: open-redirect
});
app.get('/5', (req, res) => {
  if (isLocal(req.query.next)) {
    res.redirect(req.query.next); // ok: open-redirect
  } else {
    res.redirect('/');
  }
});
app.get('/6', (req, res) => {
  res.writeHead(302, { Location: req.query.to }); // expect: open-redirect
  res.end();
});
app.get('/7', (req, res) => {
  res.location(req.query.to).status(302).end(); // expect: open-redirect
});
app.get('/8', (req, res) => {
  res.set('Location', `https://${req.query.host}/welcome`); // expect: open-redirect
  res.sendStatus(302);
});
app.get('/9', (req, res) => res.redirect('https://shop.example.com/item/' + req.params.id)); // ok: open-redirect

