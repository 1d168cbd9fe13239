// What a client's key looks up may be a prototype; a field of it is none.
const express = require('express');

const app = express();
app.use(express.json());
const rows = {};

app.post('/rows/:kind', (req, res) => {
  first(rows[req.params.kind], req.body);
  for (const key of Object.keys(req.body)) own(rows[req.params.kind], key, req.body[key]);
  res.end();
});

const first = (row, data) => second(row, data);
const second = (row, data) => third(row, data);
const third = (row, data) => fourth(row, data);
const fourth = (row, data) => fifth(row, data);
const fifth = (row, data) => sixth(row, data);
const sixth = (row, data) => seventh(row, data);
function seventh(row, data) {
  Object.keys(data).forEach((key) => fill(row, key, data[key]));
}

function fill(row, key, value) {
  row.values[key] = value; // ok: prototype-pollution
}

function own(row, key, value) {
  row[key] = value; // expect: prototype-pollution
}
