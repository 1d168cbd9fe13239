const express = require('express');
const fs = require('node:fs');
const path = require('node:path');
const app = express();
const ROOT = '/srv/uploads/';

app.post('/a', (req, res) => {
  fs.writeFileSync(ROOT + Date.now() + '.' + String(req.query.name).split('.').pop(), 'x'); // ok: path-traversal
  res.end();
});

app.post('/b', (req, res) => {
  const name = String(req.query.name);
  fs.writeFileSync(ROOT + Date.now() + name.substring(name.lastIndexOf('.')), 'x'); // ok: path-traversal
  res.end();
});

app.post('/c', (req, res) => {
  const name = String(req.query.name);
  const dot = name.lastIndexOf('.');
  fs.writeFileSync(`${ROOT}${Date.now()}.${name.slice(dot + 1)}`, 'x'); // ok: path-traversal
  res.end();
});

app.post('/d', (req, res) => {
  fs.writeFileSync(ROOT + Date.now() + path.extname(String(req.query.name)), 'x'); // ok: path-traversal
  res.end();
});

app.post('/e', (req, res) => {
  const name = String(req.query.name);
  const other = String(req.query.other);
  fs.writeFileSync(ROOT + name.slice(other.lastIndexOf('.')), 'x'); // expect: path-traversal
  res.end();
});

app.post('/f', (req, res) => {
  const name = String(req.query.name);
  fs.writeFileSync(ROOT + name.slice(0, name.lastIndexOf('.')), 'x'); // expect: path-traversal
  res.end();
});

app.post('/g', (req, res) => {
  const parts = String(req.query.name).split('.');
  parts.pop();
  fs.writeFileSync(ROOT + parts.join('.') + '.png', 'x'); // expect: path-traversal
  res.end();
});

app.post('/h', (req, res) => {
  const name = String(req.query.name);
  fs.writeFileSync(ROOT + name.slice(name.lastIndexOf('-')), 'x'); // expect: path-traversal
  res.end();
});

app.post('/i', (req, res) => {
  const name = String(req.query.name);
  let dot = 0;
  if (req.query.short) dot = name.lastIndexOf('.');
  fs.writeFileSync(ROOT + name.slice(dot), 'x'); // expect: path-traversal
  res.end();
});

app.post('/j', (req, res) => {
  let name = String(req.query.name);
  const dot = name.lastIndexOf('.');
  name = String(req.query.other);
  fs.writeFileSync(ROOT + name.slice(dot), 'x'); // expect: path-traversal
  res.end();
});

app.post('/k', (req, res) => {
  const name = String(req.query.name);
  fs.writeFileSync(ROOT + name.substring(name.lastIndexOf('.'), 0), 'x'); // expect: path-traversal
  res.end();
});
