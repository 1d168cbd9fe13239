const express = require('express');

const app = express();

app.get('/divide', (req, res) => {
  try {
    res.json(10n / BigInt(req.query.by));
  } catch (error) {
    res.status(500).send(error.stack);
  }
});
app.get('/half', (req, res) => {
  res.json(Number(req.query.of) / 2);
});

module.exports = app;
