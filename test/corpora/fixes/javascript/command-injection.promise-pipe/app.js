const { exec } = require('child_process');
const { promisify } = require('util');
const express = require('express');

const app = express();
const run = promisify(exec);

app.get('/lines', async (req, res) => {
  const { stdout } = await run(`cat ${req.query.file} | wc -l`);
  res.send(stdout.trim());
});

module.exports = app;
