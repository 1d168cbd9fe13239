import express from 'express';
import fs from 'fs';
import path from 'path';
const app = express();
const ROOT = '/srv/files';

app.get('/c', (req, res) => {
  const name = String(req.query.p).replace(/^(\.\.\/)+/, '');
  fs.readFile(path.join(ROOT, name), () => res.end()); // expect: path-traversal
});
app.get('/c2', (req, res) => {
  const name = path.normalize(String(req.query.p)).replace(/^(\.\.(\/|\\|$))+/, '');
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});
app.get('/h', (req, res) => {
  const name = String(req.query.p);
  if (name.split('/').includes('..')) return res.end();
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});
app.get('/i', (req, res) => {
  const name = String(req.query.p);
  if (name.split('/').some((part) => part === '..' || part === '.')) return res.end();
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});
app.get('/j', (req, res) => {
  const name = String(req.query.p).replace('..', '');
  fs.readFile(path.join(ROOT, name), () => res.end()); // expect: path-traversal
});
