const _ = require('lodash');
const escapeStringRegexp = require('escape-string-regexp');
const app = require('express')();

app.get('/search', (req, res) => {
  const pattern = new RegExp(req.query.q, 'i'); // expect: regex-injection
  res.json(['a', 'b'].filter((item) => pattern.test(item)));
});

app.get('/safe', (req, res) => {
  const a = new RegExp(_.escapeRegExp(req.query.q), 'i'); // ok: regex-injection
  const b = new RegExp('^' + escapeStringRegexp(req.query.q)); // ok: regex-injection
  const c = new RegExp(req.query.q.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')); // ok: regex-injection
  const d = new RegExp('^' + ['a', 'b'].join('|') + '$'); // ok: regex-injection
  res.json([a, b, c, d].map(String));
});

app.get('/word', (req, res) => {
  const word = `\\b${req.query.word}\\b`;
  res.json({ hit: RegExp(word, 'g').test('text') }); // expect: regex-injection
});
