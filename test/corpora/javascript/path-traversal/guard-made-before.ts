import fs from 'node:fs';
import path from 'node:path';
import express from 'express';

const app = express();

app.get('/put-together', (req, res) => {
  const name = String(req.query.name);
  const file = `/srv/books/${name}`;
  if (name.includes('..')) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // ok: path-traversal
});

app.get('/joined', (req, res) => {
  const name = String(req.query.name);
  const file = path.join('/srv/books', name);
  if (name.includes('..')) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // ok: path-traversal
});

app.get('/resolved', (req, res) => {
  const name = String(req.query.name);
  // An absolute name takes the place of the folder.
  const file = path.resolve('/srv/books', name);
  if (name.includes('..')) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // expect: path-traversal
});

app.get('/decoded', (req, res) => {
  const name = String(req.query.name);
  const file = `/srv/books/${decodeURIComponent(name)}`;
  if (name.includes('..')) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // expect: path-traversal
});
