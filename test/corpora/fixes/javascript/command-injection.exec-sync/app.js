const express = require('express');
const { execSync } = require('child_process');

const app = express();

app.get('/lines', (req, res) => {
  res.send(execSync(`head -n ${req.query.n} log.txt`).toString());
});

module.exports = app;
