import fs from 'node:fs';
import path from 'node:path';
import express from 'express';
const app = express();
const ROOT = '/srv/files';
app.post('/l', (req, res) => {
  const names: string[] = req.body.names;
  for (const name of names) if (!/^[a-z]+$/.test(name)) return res.status(400).end();
  for (const name of names) fs.readFileSync(path.join(ROOT, name)); // ok: path-traversal
  return res.end();
});
app.post('/l2', (req, res) => {
  const names: string[] = req.body.names;
  for (const name of names) if (!/^[a-z]+$/.test(name)) continue;
  for (const name of names) fs.readFileSync(path.join(ROOT, name)); // expect: path-traversal
  return res.end();
});
app.post('/every', (req, res) => {
  const items: { name: string }[] = req.body.items;
  if (!items.every(({ name }) => /^[a-z]+$/.test(name))) return res.status(400).end();
  for (const { name } of items) fs.readFileSync(path.join(ROOT, name)); // ok: path-traversal
  return res.end();
});
function check(name: string): boolean {
  if (!/^[a-z]+$/.test(name)) return true;
  if (name.length > 9) throw new Error('long');
  return false;
}
app.get('/ignored', (req, res) => {
  const name = String(req.query.n);
  check(name);
  return res.send(fs.readFileSync(path.join(ROOT, name))); // expect: path-traversal
});
async function assertName(name: string): Promise<string> {
  if (!/^[a-z]+$/.test(name)) throw new Error('name');
  return 'fine';
}
app.get('/awaited', async (req, res) => {
  const name = String(req.query.n);
  const outcome = await assertName(name);
  return res.send(outcome + fs.readFileSync(path.join(ROOT, name))); // ok: path-traversal
});
app.get('/kept', (req, res) => {
  let name = String(req.query.n);
  const ok = name && /^[a-z]+$/.test(name);
  if (!ok) return res.status(400).end();
  return res.send(fs.readFileSync(path.join(ROOT, name))); // ok: path-traversal
});
app.get('/kept-of-another', (req, res) => {
  let name = String(req.query.n);
  const ok = name && /^[a-z]+$/.test(name);
  name = String(req.query.other);
  if (!ok) return res.status(400).end();
  return res.send(fs.readFileSync(path.join(ROOT, name))); // expect: path-traversal
});
