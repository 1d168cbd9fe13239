const express = require('express');
const fs = require('fs');

const app = express();

// A function in front of the handler passes on only what it has looked at.
const only =
  (...names) =>
  (req, res, next) => {
    if (!names.includes(req.params.kind)) return res.sendStatus(404);
    next();
  };

function numeric(req, res, next) {
  const { id } = req.params;
  if (!/^\d+$/.test(id)) {
    return next(new Error('not a number'));
  }
  return next();
}

function logged(req, res, next) {
  if (!/^\d+$/.test(req.params.id)) console.warn('odd identifier');
  next();
}

function eitherWay(req, res, next) {
  if (/^\d+$/.test(req.params.id)) return next();
  req.odd = true;
  next();
}

app.get('/kind/:kind', only('a', 'b'), (req, res) => {
  res.json(fs.readFileSync(`/srv/${req.params.kind}.txt`, 'utf8')); // ok: path-traversal
});
app.get('/other/:kind', only('a', 'b'), (req, res) => {
  res.json(fs.readFileSync(`/srv/${req.query.kind}.txt`, 'utf8')); // expect: path-traversal
});
app.get('/number/:id', numeric, (req, res) => {
  res.json(fs.readFileSync(`/srv/${req.params.id}.txt`, 'utf8')); // ok: path-traversal
});
app.get('/list/:id', [numeric, logged], (req, res) => {
  res.json(fs.readFileSync(`/srv/${req.params.id}.txt`, 'utf8')); // ok: path-traversal
});
app.get('/logged/:id', logged, (req, res) => {
  res.json(fs.readFileSync(`/srv/${req.params.id}.txt`, 'utf8')); // expect: path-traversal
});
app.get('/either/:id', eitherWay, (req, res) => {
  res.json(fs.readFileSync(`/srv/${req.params.id}.txt`, 'utf8')); // expect: path-traversal
});
app.get('/free/:id', (req, res) => {
  res.json(fs.readFileSync(`/srv/${req.params.id}.txt`, 'utf8')); // expect: path-traversal
});
