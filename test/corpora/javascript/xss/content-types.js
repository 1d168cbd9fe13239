const express = require('express');

const app = express();

app.get('/plain', (req, res) => {
  res.type('text/plain').send(`Hello ${req.query.name}`); // ok: xss
});

app.get('/header', (req, res) => {
  res.set('Content-Type', 'text/plain; charset=utf-8');
  res.send(`Hello ${req.query.name}`); // ok: xss
});

app.get('/markup', (req, res) => {
  res.type('html').send(`<p>Hello ${req.query.name}</p>`); // expect: xss
});

app.get('/created', (req, res) => {
  res.status(201).send(`<p>Hello ${req.query.name}</p>`); // expect: xss
});
