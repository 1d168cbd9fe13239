const express = require('express');

const app = express();

app.get('/pages', (req, res) => {
  const count = eval(req.query.count);
  res.json({ pages: Math.ceil(count / 10) });
});

module.exports = app;
