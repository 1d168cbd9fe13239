import express from 'express';
import fs from 'fs';
import path from 'path';
const app = express();
const ROOT = '/srv/files';

function validate(name: string): { valid: boolean; error?: string } {
  if (name.includes('/') || name.includes('..')) return { valid: false, error: 'no' };
  return { valid: true };
}
function asksNothing(name: string): { valid: boolean; error?: string } {
  if (name.length > 20) return { valid: false, error: 'no' };
  return { valid: true };
}
app.get('/e', (req, res) => {
  const name = String(req.query.p);
  const { valid, error } = validate(name);
  if (!valid) return res.status(400).send('no');
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});
app.get('/e2', (req, res) => {
  const name = String(req.query.p);
  const result = validate(name);
  if (!result.valid) return res.status(400).send('no');
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});
app.get('/e3', (req, res) => {
  const name = String(req.query.p);
  const { error } = validate(name);
  if (error) return res.status(400).send('no');
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});
app.get('/e4', (req, res) => {
  const name = String(req.query.p);
  const { valid } = asksNothing(name);
  if (!valid) return res.status(400).send('no');
  fs.readFile(path.join(ROOT, name), () => res.end()); // expect: path-traversal
});
app.get('/e5', (req, res) => {
  const name = String(req.query.p);
  const { valid } = validate(name);
  fs.readFile(path.join(ROOT, name), () => res.end()); // expect: path-traversal
});
app.get('/e6', (req, res) => {
  const name = String(req.query.p);
  const { valid } = validate(name);
  if (valid) return res.status(400).send('no');
  fs.readFile(path.join(ROOT, name), () => res.end()); // expect: path-traversal
});
function check(name: string): [boolean, string] {
  if (!/^[a-z]+$/.test(name)) return [false, 'no'];
  return [true, ''];
}
app.get('/f', (req, res) => {
  const name = String(req.query.p);
  const [ok, message] = check(name);
  if (!ok) return res.status(400).send('no');
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});

function refusesNothing(name: string): boolean {
  // Names with a way up are what is left where this is not so.
  if (name.includes('..')) return false;
  return true;
}
app.get('/inverted', (req, res) => {
  const name = String(req.query.p);
  if (refusesNothing(name)) return res.end();
  fs.readFile(path.join(ROOT, name), () => res.end()); // expect: path-traversal
});
app.get('/straight', (req, res) => {
  const name = String(req.query.p);
  if (!refusesNothing(name)) return res.end();
  fs.readFile(path.join(ROOT, name), () => res.end()); // ok: path-traversal
});
