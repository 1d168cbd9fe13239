// Alternatives that overlap, within a repetition.
const express = require('express');

const app = express();

const value = /^(?:[\w.]|\w)+@example\.com$/;
const plain = /^[\w.]+@example\.com$/;
const path = /^(?:\/[\w-]+|\/\w+)*\/$/;
const dates = /^(?:\d{4}-\d{2}-\d{2},)*$/;
const quoted = /^"(?:\\.|[^"])*"$/;
const quotedOnce = /^"(?:\\.|[^"\\])*"$/;
const anything = /^(?:\w|\d)*/;

app.get('/look', (req, res) => {
  const text = String(req.query.text);
  value.test(text); // expect: redos
  plain.test(text); // ok: redos
  path.test(text); // expect: redos
  dates.test(text); // ok: redos
  quoted.exec(text); // expect: redos
  quotedOnce.exec(text); // ok: redos
  text.match(anything); // ok: redos
  res.end();
});
