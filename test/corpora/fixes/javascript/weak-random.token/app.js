const express = require('express');

const app = express();

app.get('/reset', (req, res) => {
  const token = Math.random().toString(36).slice(2);
  res.json({ token });
});

module.exports = app;
