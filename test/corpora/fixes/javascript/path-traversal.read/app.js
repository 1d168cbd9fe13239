const fs = require('fs');
const path = require('path');
const express = require('express');

const app = express();

app.get('/page', (req, res) => {
  res.send(fs.readFileSync(path.join('docs', req.query.name), 'utf8'));
});

module.exports = app;
