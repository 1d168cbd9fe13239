// Every object has `__proto__` and `constructor`: `in` and a look-up say nothing of these.
const express = require('express');
const app = express();
const T = { a: {}, b: {} };
app.get('/in', (req, res) => {
  const k = req.query.k;
  if (!(k in T)) return res.status(404).end();
  const target = {};
  target[k][req.body.name] = req.body.value; // expect: prototype-pollution
  res.end();
});
app.post('/own', (req, res) => {
  const k = req.query.k;
  if (!Object.hasOwn(T, k)) return res.status(404).end();
  T[k][req.body.name] = req.body.value; // ok: prototype-pollution
  res.end();
});
app.post('/looked-up', (req, res) => {
  const k = req.query.k;
  if (!T[k]) return res.status(404).end();
  T[k][req.body.name] = req.body.value; // expect: prototype-pollution
  res.end();
});
