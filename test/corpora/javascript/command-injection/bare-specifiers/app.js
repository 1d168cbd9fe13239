const express = require('express');
const { exec } = require('child_process');
const own = require('./express');

const app = express();
app.get('/run', (req, res) => {
  exec(req.query.name); // expect: command-injection
  res.end();
});
own().get('/run', (req, res) => {
  exec(req.command); // ok: command-injection
});
