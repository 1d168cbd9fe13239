const express = require('express');

const app = express();
app.use(express.json());
const store = {};

app.post('/values', (req, res) => {
  const { area, key, value } = req.body;
  store[area] ??= {};
  store[area][key] = value;
  res.json(store);
});

module.exports = app;
