const express = require('express');
const router = express.Router();

router.get('/login', (req, res) => {
  res.redirect(req.query.next); // expect: open-redirect
});

router.get('/relative', (req, res) => {
  res.redirect('/account?tab=' + req.query.tab); // ok: open-redirect
});

router.get('/status', (req, res) => {
  res.redirect(302, req.query.returnTo || '/'); // expect: open-redirect
});

router.get('/checked', (req, res) => {
  const target = req.query.next;
  const allowed = ['/home', '/account'];
  res.redirect(allowed.includes(target) ? target : '/home'); // ok: open-redirect
});

router.get('/header', (req, res) => {
  res.setHeader('Location', req.query.url); // expect: open-redirect
  res.status(302).end();
});

router.get('/back', (req, res) => {
  res.redirect('back'); // ok: open-redirect
});

router.get('/same-site', (req, res) => {
  const url = new URL(req.query.url, 'https://acme.test');
  if (url.origin !== 'https://acme.test') return res.redirect('/');
  res.redirect(url.href); // ok: open-redirect
});

router.get('/user/:id', (req, res) => {
  res.redirect(`https://users.acme.test/${req.params.id}`); // ok: open-redirect
});

module.exports = router;
