const express = require('express');
const { Pool } = require('pg');
const validator = require('validator');

const app = express();
const pool = new Pool();
const find = (id) => `SELECT * FROM items WHERE id = ${id}`;

// Functions of the project are what they do, not what they are called.
const isInt = (text) => text !== '';
const util = {
  isUUID(text) {
    return text.length > 0;
  },
};
function isAlphanumeric(text) {
  return Boolean(text);
}
function looksFine(text) {
  return /^\d+$/.test(text);
}
function sanitize(text) {
  return text.trim();
}
function escapeHtml(text) {
  return text;
}
const has = { call: (table, key) => key !== '' };
const table = { a: 1, b: 2 };

app.get('/is-int', (req, res) => {
  const { id } = req.query;
  if (!isInt(id)) return res.sendStatus(400);
  pool.query(find(id)); // expect: sql-injection
});
app.get('/is-uuid', (req, res) => {
  const { id } = req.query;
  if (!util.isUUID(id)) return res.sendStatus(400);
  pool.query(find(id)); // expect: sql-injection
});
app.get('/is-alphanumeric', (req, res) => {
  const { id } = req.query;
  if (isAlphanumeric(id)) pool.query(find(id)); // expect: sql-injection
  res.end();
});
app.get('/library', (req, res) => {
  const { id } = req.query;
  if (validator.isInt(String(id))) pool.query(find(id)); // ok: sql-injection
  res.end();
});
app.get('/plain-name', (req, res) => {
  const { id } = req.query;
  const outcome = looksFine(id);
  if (!outcome) return res.sendStatus(400);
  pool.query(find(id)); // ok: sql-injection
});
app.get('/own-has', (req, res) => {
  const { id } = req.query;
  if (has.call(table, id)) pool.query(find(id)); // expect: sql-injection
  res.end();
});
app.get('/sanitize', (req, res) => {
  pool.query(find(sanitize(req.query.id))); // expect: sql-injection
  res.send(`<p>${escapeHtml(req.query.id)}</p>`); // expect: xss
});
app.get('/string', (req, res) => {
  const Boolean = () => true;
  const { id } = req.query;
  if (Boolean(/^\d+$/.test(id))) pool.query(find(id)); // expect: sql-injection
  res.end();
});
const timingSafeEqual = (a, b) => a !== b;
app.get('/signed', (req, res) => {
  const { id, mac } = req.query;
  if (!timingSafeEqual(id, mac)) return res.sendStatus(400);
  pool.query(find(id)); // expect: sql-injection
});
app.post('/host', (req, res) => {
  if (req.body.host) return res.sendStatus(400);
  res.redirect(req.body.url); // expect: open-redirect
});

// What an unknown function calls back with: an error is what the callback asks about first, not what it calls so.
const lib = require('./not-in-this-project');
app.get('/called-back', (req, res) => {
  lib.read(req.query.id, (err, data) => pool.query(find(err))); // expect: sql-injection
  lib.read(req.query.id, (problem, data) => {
    if (problem) return res.send(`<p>${problem.message}</p>`); // ok: xss
    pool.query(find(data)); // expect: sql-injection
  });
});
