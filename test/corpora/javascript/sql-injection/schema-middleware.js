const express = require('express');
const Joi = require('joi');
const { z } = require('zod');
const { Pool } = require('pg');
const { validate } = require('./not-in-this-project');

const app = express();
const pool = new Pool();
const kinds = Joi.object({ kind: Joi.string().valid('a', 'b').required(), note: Joi.string() });

const first = (schema) => (req, res, next) => {
  const { error } = schema.validate(req.body);
  if (error) return res.sendStatus(400);
  next();
};
const ofQuery = (schema) => (req, res, next) => {
  const parsed = schema.safeParse(req.query);
  if (!parsed.success) return res.sendStatus(400);
  req.query = parsed.data;
  next();
};
/** Looks like a validator, and only writes down what it is given. */
const validateBody = (schema) => (req, res, next) => {
  app.locals.documented = schema;
  next();
};

app.post('/first', first(kinds), (req, res) => {
  pool.query(`SELECT * FROM ${req.body.kind}`); // ok: sql-injection
  pool.query(`SELECT * FROM a WHERE note = '${req.body.note}'`); // expect: sql-injection
});
app.get('/query', ofQuery(z.object({ kind: z.enum(['a', 'b']), note: z.string() })), (req, res) => {
  pool.query(`SELECT * FROM ${req.query.kind}`); // ok: sql-injection
  pool.query(`SELECT * FROM a WHERE note = '${req.query.note}'`); // expect: sql-injection
  pool.query(`SELECT * FROM ${req.body.kind}`); // expect: sql-injection
});
app.post('/documented', validateBody(kinds), (req, res) => {
  pool.query(`SELECT * FROM ${req.body.kind}`); // expect: sql-injection
});
// What is not seen is taken to check.
app.post('/unseen', validate(kinds), (req, res) => {
  pool.query(`SELECT * FROM ${req.body.kind}`); // ok: sql-injection
});
