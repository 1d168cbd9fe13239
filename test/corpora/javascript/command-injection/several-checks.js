const { exec } = require('node:child_process');
const express = require('express');
const { param, query, validationResult } = require('express-validator');

const app = express();
const ask = (req, res, next) => {
  if (!validationResult(req).isEmpty()) return res.status(422).end();
  next();
};
const checked = (...chains) => [...chains, ask];
const listed = (chains) => [...chains, ask];

app.get('/1/:kind', checked(param('kind').isIn(['a', 'b']), query('q').isString()), (req, res) => {
  exec(`count ${req.params.kind}`); // ok: command-injection
  exec(`find ${req.query.q}`); // expect: command-injection
  res.end();
});
app.get('/2/:kind', listed([param('kind').isIn(['a', 'b']), query('q').isString()]), (req, res) => {
  exec(`count ${req.params.kind}`); // ok: command-injection
  exec(`find ${req.query.q}`); // expect: command-injection
  res.end();
});
