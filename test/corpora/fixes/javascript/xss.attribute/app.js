const express = require('express');

const app = express();

app.get('/search', (req, res) => {
  const { q } = req.query;
  res.send(`<form><input name="q" value="${q}"></form>`);
});

module.exports = app;
