const express = require('express');

const app = express();

app.get('/login', (req, res) => {
  console.log('login of ' + req.query.user);
  res.end('ok');
});

module.exports = app;
