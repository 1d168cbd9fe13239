import fs from 'node:fs';
import path from 'node:path';
import express from 'express';
const app = express();
const ROOT = '/srv/files';

app.get('/a', (req, res) => {
  const name = String(req.query.n);
  if (name.includes('..')) return res.status(400).end();
  return res.send(fs.readFileSync(path.resolve(ROOT, name))); // expect: path-traversal
});
app.get('/b', (req, res) => {
  const name = String(req.query.n);
  if (name.includes('..')) return res.status(400).end();
  return res.send(fs.readFileSync(path.join(ROOT, name))); // ok: path-traversal
});
app.get('/c', (req, res) => {
  const name = String(req.query.n);
  if (name.includes('..')) return res.status(400).end();
  return res.send(fs.readFileSync(name)); // expect: path-traversal
});
app.get('/d', (req, res) => {
  const name = String(req.query.n);
  if (name.includes('..') || path.isAbsolute(name)) return res.status(400).end();
  return res.send(fs.readFileSync(path.resolve(ROOT, name))); // ok: path-traversal
});
app.get('/e', (req, res) => {
  const name = path.normalize(String(req.query.n)).replace(/^(\.\.(\/|\\|$))+/, '');
  return res.send(fs.readFileSync(path.resolve(ROOT, name))); // expect: path-traversal
});
app.get('/f', (req, res) => {
  const name = path.normalize(String(req.query.n)).replace(/^(\.\.(\/|\\|$))+/, '');
  return res.send(fs.readFileSync(path.join(ROOT, name))); // ok: path-traversal
});
app.get('/g', (req, res) => {
  const name = String(req.query.n).replace(/[^\w.-]/g, '');
  return res.send(fs.readFileSync(`${ROOT}/${name}/index.html`)); // expect: path-traversal
});
app.get('/h', (req, res) => {
  const name = String(req.query.n).replace(/[^\w.-]/g, '');
  return res.send(fs.readFileSync(`${ROOT}/${name}`)); // ok: path-traversal
});
app.get('/i', (req, res) => {
  const name = String(req.query.n).replace(/[^\w.-]/g, '');
  fs.rmSync(`${ROOT}/${name}`, { recursive: true }); // expect: path-traversal
  return res.end();
});
