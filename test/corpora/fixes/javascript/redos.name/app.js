const express = require('express');

const app = express();

app.get('/check', (req, res) => {
  res.json(/^([a-z]+)+$/.test(req.query.name));
});

module.exports = app;
