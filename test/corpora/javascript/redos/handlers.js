const app = require('express')();

const EMAIL = /^([a-zA-Z0-9]+)+@acme\.test$/;
const SIMPLE = /^[a-z0-9-]{1,40}$/;

app.get('/email', (req, res) => {
  res.json({ ok: EMAIL.test(req.query.email) }); // expect: redos
});

app.get('/slug', (req, res) => {
  res.json({ ok: SIMPLE.test(req.query.slug) }); // ok: redos
});

app.get('/trim', (req, res) => {
  const text = req.query.text.replace(/\s+$/, ''); // expect: redos
  const short = req.query.text.slice(0, 50).trim();
  res.json({ text, short, words: req.query.text.split(' ').length }); // ok: redos
});

app.get('/match', (req, res) => {
  const found = String(req.query.q).match(/(x+x+)+y/); // expect: redos
  const fixed = 'xxxx'.match(/(x+x+)+y/); // ok: redos
  res.json({ found, fixed });
});
