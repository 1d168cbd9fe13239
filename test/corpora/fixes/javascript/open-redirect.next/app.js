const express = require('express');

const app = express();

app.get('/login', (req, res) => {
  res.redirect(req.query.next);
});

module.exports = app;
