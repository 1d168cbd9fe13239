const jwt = require('jsonwebtoken');
const express = require('express');

const app = express();

app.get('/token', (req, res) => {
  res.json({ token: jwt.sign({ user: 'guest' }, 'k3yV8p2WqZ71xRtB') });
});
app.get('/me', (req, res) => {
  res.json(jwt.verify(req.headers.authorization, 'k3yV8p2WqZ71xRtB', { algorithms: ['HS256'] }));
});

module.exports = app;
