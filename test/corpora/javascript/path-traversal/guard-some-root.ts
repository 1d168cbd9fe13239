import fs from 'node:fs';
import path from 'node:path';
import express from 'express';

const app = express();
const roots = ['/srv/books', '/srv/films'];

const isBelow = (root: string, file: string): boolean => {
  const way = path.relative(root, file);
  return !way.startsWith('..') && !path.isAbsolute(way);
};

app.get('/below-some', (req, res) => {
  const file = path.resolve(String(req.query.file));
  if (!roots.some((root) => file.startsWith(root + path.sep))) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // ok: path-traversal
});

app.get('/by-function', (req, res) => {
  const file = path.resolve(String(req.query.file));
  const isAllowed = roots.some((root) => isBelow(root, file));
  if (!isAllowed) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // ok: path-traversal
});

app.get('/the-root-found', (req, res) => {
  const file = path.resolve(String(req.query.file));
  if (!roots.find((root) => file.startsWith(`${root}/`))) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // ok: path-traversal
});

app.get('/begins-like', (req, res) => {
  const file = path.resolve(String(req.query.file));
  // /srv/books-of-others begins so, too.
  if (!roots.some((root) => file.startsWith(root))) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // expect: path-traversal
});

app.get('/wrong-way-round', (req, res) => {
  const file = path.resolve(String(req.query.file));
  if (roots.some((root) => isBelow(root, file))) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // expect: path-traversal
});

app.get('/nothing-asked', (req, res) => {
  const file = path.resolve(String(req.query.file));
  if (!roots.some((root) => root.length > file.length)) return res.sendStatus(404);
  return res.send(fs.readFileSync(file)); // expect: path-traversal
});
