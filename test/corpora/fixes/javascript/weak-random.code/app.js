const express = require('express');

const app = express();

app.get('/code', (req, res) => {
  const otp = 100000 + Math.floor(Math.random() * 900000);
  res.json({ otp });
});

module.exports = app;
