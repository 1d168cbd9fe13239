import express from 'express';
import fs from 'fs';
import path from 'path';
const app = express();
const ROOT = '/srv/files';

app.get('/a', (req, res) => {
  const full = path.resolve(ROOT, String(req.query.p));
  if (!full.startsWith(ROOT)) return res.status(400).end();
  fs.readFile(full, () => res.end()); // expect: path-traversal
});
app.get('/b', (req, res) => {
  const full = path.resolve(ROOT, String(req.query.p));
  if (!full.startsWith(ROOT + path.sep)) return res.status(400).end();
  fs.readFile(full, () => res.end()); // ok: path-traversal
});
app.get('/b2', (req, res) => {
  const full = path.resolve(ROOT, String(req.query.p));
  if (full !== ROOT && !full.startsWith(`${ROOT}/`)) return res.status(400).end();
  fs.readFile(full, () => res.end()); // ok: path-traversal
});
app.get('/g', (req, res) => {
  const full = path.join(ROOT, String(req.query.p));
  const relative = path.relative(ROOT, full);
  if (relative.startsWith('..') || path.isAbsolute(relative)) return res.end();
  fs.readFile(full, () => res.end()); // ok: path-traversal
});
function assertBelow(root: string, full: string): void {
  if (!path.resolve(full).startsWith(path.resolve(root) + path.sep)) throw new Error('no');
}
app.get('/k', (req, res) => {
  const full = path.join(ROOT, String(req.query.p));
  assertBelow(ROOT, full);
  fs.readFile(full, () => res.end()); // ok: path-traversal
});
app.get('/l', (req, res) => {
  const full = path.join(ROOT, String(req.query.p));
  try {
    assertBelow(ROOT, full);
  } catch (e) {
    return res.status(400).end();
  }
  fs.readFile(full, () => res.end()); // ok: path-traversal
});
app.get('/m', (req, res) => {
  const full = path.join(ROOT, String(req.query.p));
  try {
    assertBelow(ROOT, full);
  } catch (e) {
    console.error('not good');
  }
  fs.readFile(full, () => res.end()); // expect: path-traversal
});
