const app = require('express')();

const DURATION = /^((?:\d+)?\.?\d+) *(ms|seconds?|s|minutes?|m)?$/i;
const SPACES = /\s+$/;

app.get('/duration', (req, res) => {
  const text = String(req.query.text);
  if (text.length > 100) return res.sendStatus(400);
  res.json({ parts: DURATION.exec(text), trimmed: text.replace(SPACES, '') }); // ok: redos
});

app.get('/long', (req, res) => {
  const text = String(req.query.text);
  if (text.length > 1000000) return res.sendStatus(400);
  res.json({ trimmed: text.replace(SPACES, '') }); // expect: redos
});
