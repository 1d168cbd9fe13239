import fs from 'node:fs';
import express from 'express';

const app = express();
const refused = ['..', '/', '\\'];

app.get('/none-of', (req, res) => {
  const name = String(req.query.name);
  if (refused.some((part) => name.includes(part))) return res.sendStatus(404);
  return res.send(fs.readFileSync(`/srv/books/${name}`)); // ok: path-traversal
});

app.get('/every-not', (req, res) => {
  const name = String(req.query.name);
  if (!refused.every((part) => !name.includes(part))) return res.sendStatus(404);
  return res.send(fs.readFileSync(`/srv/books/${name}`)); // ok: path-traversal
});

app.get('/not-all-of', (req, res) => {
  const name = String(req.query.name);
  if (refused.every((part) => name.includes(part))) return res.sendStatus(404);
  return res.send(fs.readFileSync(`/srv/books/${name}`)); // expect: path-traversal
});

app.get('/none-of-another', (req, res) => {
  const name = String(req.query.name);
  if (refused.some((part) => String(req.query.other).includes(part))) return res.sendStatus(404);
  return res.send(fs.readFileSync(`/srv/books/${name}`)); // expect: path-traversal
});
