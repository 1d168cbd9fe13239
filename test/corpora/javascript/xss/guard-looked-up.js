// A setting that there is has a name of the program's own; what is put in the place of a parameter is none of the client's.
const express = require('express');
const app = express();
const T = { a: 'one', b: 'two' };
function defaults(kind) {
  if (kind === 'x') return { one: 1, two: true };
  return { one: 2, three: 'x' };
}
app.get('/8', (req, res) => {
  const made = { settings: defaults(req.query.kind) };
  for (const key in req.body.settings) {
    if (made.settings[key] !== undefined) {
      res.send('bad ' + key); // ok: xss
    }
  }
});
app.get('/9', (req, res) => {
  const made = defaults(req.query.kind);
  for (const key in req.body.settings) {
    if (!Object.keys(made).includes(key)) continue;
    made[key] = req.body.settings[key];
    res.send('bad ' + key); // ok: xss
  }
});
app.get('/more/17', (req, res) => {
  const k = req.query.k;
  req.query.endpoint = T[req.query.endpoint];
  res.send(req.query.endpoint); // ok: xss
});
app.get('/other', (req, res) => {
  req.query.endpoint = T[req.query.endpoint];
  res.send(req.query.other); // expect: xss
});
app.get('/late', (req, res) => {
  res.send(req.query.endpoint); // expect: xss
  req.query.endpoint = T[req.query.endpoint];
});
app.get('/maybe', (req, res) => {
  if (req.query.mapped) req.query.endpoint = T[req.query.endpoint];
  res.send(req.query.endpoint); // expect: xss
});
app.get('/anew', (req, res) => {
  req.query.endpoint = T[req.query.endpoint];
  req.query.endpoint = req.query.other;
  res.send(req.query.endpoint); // expect: xss
});
function answer(incoming, outgoing) {
  const { endpoint, other } = incoming.query;
  outgoing.write(endpoint); // ok: xss
  outgoing.send(other); // expect: xss
}
app.get('/handed-on', (req, res) => {
  const entry = T[req.query.endpoint];
  if (!entry) return res.status(404).end();
  req.query.endpoint = entry;
  return answer(req, res);
});
app.get('/unmapped', (req, res) => {
  for (const key in req.body.settings) {
    if (req.body.known[key] === undefined) continue;
    res.send('bad ' + key); // expect: xss
  }
});
