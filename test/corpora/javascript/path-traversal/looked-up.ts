// What is looked up under a client's key is what was stored there, and not the key.
import fs from 'node:fs/promises';
import path from 'node:path';
import express from 'express';

import axios from 'axios';

const app = express();
async function loadConfig() {
  return JSON.parse(await fs.readFile('/etc/config.json', 'utf8'));
}
const TABLE: Record<string, { endpoint: string; file: string }> = {
  a: { endpoint: 'one', file: 'a.txt' },
  b: { endpoint: 'two', file: 'b.txt' },
};

class Session { id = ''; coverPath = ''; tracks: { path: string }[] = []; }
class Manager {
  sessions: Session[] = [];
  add(session: Session) { this.sessions.push(session); }
  find(id: string) { return this.sessions.find((s) => s.id === id); }
  byLoop(id: string) { for (const s of this.sessions) { if (s.id === id) return s; } return null; }
}
const manager = new Manager();
const byId = new Map<string, Session>();
const open: Record<string, Session> = {};

app.post('/open', async (req, res) => {
  const item = await loadConfig();
  const session = new Session();
  session.id = req.cookies.session;
  session.coverPath = item.coverPath;
  session.tracks = item.tracks;
  manager.add(session);
  byId.set(session.id, session);
  open[session.id] = session;
  res.end();
});
app.get('/a', (req, res) => {
  const s = manager.find(req.cookies.session);
  if (!s) return res.status(404).end();
  res.sendFile(s.coverPath); // ok: path-traversal
});
app.get('/a2', (req, res) => {
  const s = manager.find(req.cookies.session);
  if (!s) return res.status(404).end();
  res.sendFile(s.tracks[0].path); // ok: path-traversal
});
app.get('/a3', (req, res) => {
  const s = manager.byLoop(req.cookies.session);
  if (!s) return res.status(404).end();
  res.sendFile(s.coverPath); // ok: path-traversal
});
app.get('/b', (req, res) => {
  const s = byId.get(req.cookies.session);
  res.sendFile(s!.coverPath); // ok: path-traversal
});
app.get('/b2', (req, res) => {
  const s = open[req.cookies.session];
  res.sendFile(s.coverPath); // ok: path-traversal
});
app.get('/b3', (req, res) => {
  const s = open[req.cookies.session];
  res.sendFile(s.id); // expect: path-traversal
});
app.get('/c', (req, res) => {
  res.sendFile(path.join('/srv', TABLE[req.query.k as string].file)); // ok: path-traversal
});
app.get('/d', (req, res) => {
  const entry = TABLE[req.query.k as string];
  if (entry) req.query.endpoint = entry.endpoint;
  axios.get('http://x/' + req.query.endpoint);
  res.send(req.query.endpoint); // expect: xss
});
app.get('/d2', (req, res) => {
  const entry = TABLE[req.query.k as string];
  if (!entry) return res.status(404).end();
  req.query.endpoint = entry.endpoint;
  res.send(req.query.endpoint); // ok: xss
});
app.get('/e', async (req, res) => {
  const services = await loadConfig();
  const found = services.find((s) => s.name === req.query.name);
  const r = await axios.get(found.url); // ok: ssrf
  res.json(r.data);
});
app.get('/e2', async (req, res) => {
  const services = await loadConfig();
  const r = await axios.get(services[req.query.i as string].url); // ok: ssrf
  res.json(r.data);
});
function pick(list: { name: string; url: string }[], name: string) {
  for (let i = 0; i < list.length; i += 1) {
    const one = list[i];
    if (one.name === name) return one;
  }
  return null;
}
app.get('/f', async (req, res) => {
  const found = pick(await loadConfig(), req.query.name as string);
  const r = await axios.get(found!.url); // ok: ssrf
  res.json(r.data);
});
const readers: Record<string, (name: string) => string> = { plain: () => 'x.txt', fixed: (name) => 'y.txt' };
app.get('/g', (req, res) => {
  res.sendFile(readers[req.query.kind as string](req.query.name as string)); // expect: unsafe-reflection
});
