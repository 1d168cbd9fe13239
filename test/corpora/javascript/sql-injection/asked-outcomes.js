const express = require('express');
const { body, param, query, validationResult } = require('express-validator');
const { Pool } = require('pg');
const remote = require('./not-in-this-project');

const app = express();
const pool = new Pool();
const find = (id) => `SELECT * FROM items WHERE id = ${id}`;

// Names and comments that speak of validation ask nobody: validationResult(req).isEmpty() was checked above.
app.get('/named/:id', param('id').isInt(), (req, res) => {
  const checkout = 1;
  const isValid = true;
  const errors = [];
  if (!isValid || errors.length > 0) return res.sendStatus(400);
  pool.query(find(req.params.id) + checkout); // expect: sql-injection
});
app.get('/of-another/:id', param('id').isInt(), (req, res) => {
  if (!validationResult(app.locals.last).isEmpty()) return res.sendStatus(400);
  pool.query(find(req.params.id)); // expect: sql-injection
});
app.get('/ignored/:id', param('id').isInt(), (req, res) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) console.warn(errors.array());
  pool.query(find(req.params.id)); // expect: sql-injection
});
app.get('/too-late/:id', param('id').isInt(), (req, res) => {
  pool.query(find(req.params.id)); // expect: sql-injection
  if (!validationResult(req).isEmpty()) return res.sendStatus(400);
  pool.query(find(req.params.id)); // ok: sql-injection
});
app.get('/counted/:id', param('id').isInt(), (req, res) => {
  const x = validationResult(req).array();
  if (x.length > 0) return res.status(400).json(x);
  pool.query(find(req.params.id)); // ok: sql-injection
});
app.get('/counted-wrongly/:id', param('id').isInt(), (req, res) => {
  const x = validationResult(req).array();
  if (x.length > 0) pool.query(find(req.params.id)); // expect: sql-injection
  res.end();
});
app.get('/thrown/:id', param('id').isInt(), (req, res) => {
  validationResult(req).throw();
  pool.query(find(req.params.id)); // ok: sql-injection
});

function refuse(q) {
  const x = validationResult(q);
  if (!x.isEmpty()) throw new Error('bad');
}
function good(q, s) {
  if (validationResult(q).isEmpty()) return true;
  s.sendStatus(400);
  return false;
}
function looksGood(q) {
  return validationResult(q) !== undefined;
}
app.get('/helper/:id', param('id').isInt(), (req, res) => {
  refuse(req);
  pool.query(find(req.params.id)); // ok: sql-injection
});
app.get('/predicate/:id', param('id').isInt(), (req, res) => {
  if (!good(req, res)) return;
  pool.query(find(req.params.id)); // ok: sql-injection
});
app.get('/wrong-predicate/:id', param('id').isInt(), (req, res) => {
  if (!looksGood(req)) return;
  pool.query(find(req.params.id)); // expect: sql-injection
});

const step = (q, s, go) => {
  const x = validationResult(q);
  if (x.isEmpty()) return go();
  return s.status(422).json(x.array());
};
const validateErrors = (req, res, next) => {
  res.locals.validated = true;
  next();
};
app.get('/step/:id', param('id').isInt(), step, (req, res) => {
  pool.query(find(req.params.id)); // ok: sql-injection
});
app.get('/step-that-only-sounds/:id', param('id').isInt(), validateErrors, (req, res) => {
  pool.query(find(req.params.id)); // expect: sql-injection
});
app.get('/step-before/:id', step, param('id').isInt(), (req, res) => {
  pool.query(find(req.params.id)); // expect: sql-injection
});
// What is not seen is taken to ask.
app.get('/unseen/:id', param('id').isInt(), remote, (req, res) => {
  pool.query(find(req.params.id)); // ok: sql-injection
});

const all = (checks) => async (q, s, go) => {
  await Promise.all(checks.map((check) => check.run(q)));
  const x = validationResult(q);
  if (x.isEmpty()) return go();
  s.status(400).json({ errors: x.array() });
};
const validateAll = (checks) => (q, s, go) => {
  app.locals.checks = checks;
  go();
};
app.post('/all', all([body('id').isInt(), query('page').isInt()]), (req, res) => {
  pool.query(find(req.body.id)); // ok: sql-injection
  pool.query(find(req.query.other)); // expect: sql-injection
});
app.post('/all-by-name', validateAll([body('id').isInt()]), (req, res) => {
  pool.query(find(req.body.id)); // expect: sql-injection
});
