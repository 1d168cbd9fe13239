const express = require('express');

const app = express();

app.get('/login', (req, res) => {
  res.cookie('session', 'abc', { httpOnly: false, secure: false, path: '/' });
  res.end('ok');
});

module.exports = app;
