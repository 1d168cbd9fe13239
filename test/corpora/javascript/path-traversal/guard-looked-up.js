// A key that a table of the program's own has, and a text that equals what the program has stored, are no text of the client's.
const fs = require('fs');
const path = require('path');
const express = require('express');
const app = express();
const T = { a: 'one', b: 'two' };
const M = new Map([['a', 1], ['b', 2]]);
const root = '/srv/files';
function defaults(kind) {
  if (kind === 'x') return { one: 1, two: true };
  return { one: 2, three: 'x' };
}
app.get('/1', (req, res) => {
  const k = req.query.k;
  if (!(k in T)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/2', (req, res) => {
  const k = req.query.k;
  if (!Object.keys(T).includes(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/3', (req, res) => {
  const k = req.query.k;
  if (!Object.hasOwn(T, k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/4', (req, res) => {
  const k = req.query.k;
  if (!T[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/5', (req, res) => {
  const k = req.query.k;
  if (!M.has(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/6', (req, res) => {
  const k = req.query.k;
  const found = T[k];
  if (!found) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/7', (req, res) => {
  const k = req.query.k;
  const found = M.get(k);
  if (!found) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/10', (req, res) => {
  const k = req.query.k;
  if (!fs.readdirSync(root).includes(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/11', async (req, res) => {
  const k = req.query.k;
  const names = await fs.promises.readdir(root);
  if (!names.includes(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/12', async (req, res) => {
  const k = req.query.k;
  const name = (await fs.promises.readdir(root)).find((one) => one === k);
  if (!name) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/13', async (req, res) => {
  const k = req.query.k;
  const names = await fs.promises.readdir(root);
  for (const name of names) {
    if (name !== k) continue;
    res.sendFile(path.join(root, k)); // ok: path-traversal
  }
});
app.get('/14', async (req, res) => {
  const k = req.query.k;
  const found = Object.values(T).find((one) => one === k);
  if (found === undefined) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
const config = JSON.parse(fs.readFileSync('/etc/x.json', 'utf8'));
app.get('/15', (req, res) => {
  const k = req.query.k;
  if (!config.files[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/16', (req, res) => {
  const k = req.query.k;
  const entry = config.files.find((one) => one.name === k);
  if (!entry) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
function must(k) { const entry = T[k]; if (!entry) throw new Error('no'); return entry; }
app.get('/17', (req, res) => {
  const k = req.query.k;
  must(k);
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/18', (req, res) => {
  const k = req.query.k;
  switch (k) { case 'a': case 'b': break; default: return res.status(404).end(); }
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/n1', (req, res) => {
  const k = req.query.k;
  if (k in T) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n2', (req, res) => {
  const k = req.query.k;
  res.sendFile(path.join(root, k)); // expect: path-traversal
  if (!(k in T)) return res.status(404).end();
});
app.get('/n3', (req, res) => {
  const k = req.query.k;
  const own = {};
  own[req.query.other] = 1;
  if (!(k in own)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n4', (req, res) => {
  const k = req.query.k;
  if (!req.body[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n5', (req, res) => {
  const k = req.query.k;
  if (!(k in req.body)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
const uploads = {};
app.post('/up', (req, res) => { uploads[req.body.name] = { size: 1 }; res.end(); });
app.get('/n6', (req, res) => {
  const k = req.query.k;
  if (!uploads[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
const listed = new Set();
app.post('/up2', (req, res) => { listed.add(req.body.name); res.end(); });
app.get('/n7', (req, res) => {
  const k = req.query.k;
  if (!listed.has(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n8', (req, res) => {
  const k = req.query.k;
  if (!uploads.hasOwnProperty(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n9', (req, res) => {
  const k = req.query.k;
  if (!req.body.names.includes(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n10', (req, res) => {
  const k = req.query.k;
  const own = new Set(req.body.names);
  if (!own.has(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n11', (req, res) => {
  const k = req.query.k;
  const own = req.body.items.map((item) => ({ name: item.name }));
  if (!own.find((one) => one.name === k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/n12', (req, res) => {
  const k = req.query.k;
  for (const key of Object.keys(req.body)) { if (key !== k) continue; res.sendFile(path.join(root, k)); // expect: path-traversal
  }
});

const client = require('./client');
const { rows } = require('./rows');
app.get('/more/1', (req, res) => {
  const k = req.query.k;
  const hits = Object.values(T).filter((one) => one === k);
  if (hits.length === 0) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/more/2', (req, res) => {
  const k = req.query.k;
  const hits = Object.values(T).filter((one) => one === k);
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/3', (req, res) => {
  const k = req.query.k;
  const hits = Object.values(T).filter((one) => one !== k);
  if (hits.length === 0) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/5', async (req, res) => {
  const k = req.query.k;
  const answer = await client.get(k);
  if (!answer) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/6', (req, res) => {
  const k = req.query.k;
  const own = { ...req.body };
  if (!(k in own)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/7', (req, res) => {
  const k = req.query.k;
  const own = Object.assign({}, req.body);
  if (!own[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/8', (req, res) => {
  const k = req.query.k;
  const own = Object.fromEntries(req.body.names.map((name) => [name, 1]));
  if (!own[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/9', (req, res) => {
  const k = req.query.k;
  const own = new Map(req.body.names.map((name) => [name, 1]));
  if (!own.has(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/10', (req, res) => {
  const k = req.query.k;
  const own = {};
  for (const name of req.body.names) own[name] = true;
  if (!own[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
const named = { entries: {} };
app.post('/up', (req, res) => { named.entries[req.body.name] = 1; res.end(); });
app.get('/more/11', (req, res) => {
  const k = req.query.k;
  if (!named.entries[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
class Store {
  entries = {};
  add(name) { this.entries[name] = 1; }
  has(name) { return this.entries[name] !== undefined; }
}
const store = new Store();
app.post('/up2', (req, res) => { store.add(req.body.name); res.end(); });
app.get('/more/12', (req, res) => {
  const k = req.query.k;
  if (!store.has(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
class Fixed {
  entries = {};
  constructor() { for (const name of ['a', 'b']) this.entries[name] = 1; }
  has(name) { return this.entries[name] !== undefined; }
}
const fixed = new Fixed();
app.get('/more/13', (req, res) => {
  const k = req.query.k;
  if (!fixed.has(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // ok: path-traversal
});
app.get('/more/14', async (req, res) => {
  const k = req.query.k;
  const row = (await rows()).find((one) => one.id === k);
  if (row === undefined) return res.status(404).end();
  res.sendFile(path.join(root, row.id)); // ok: path-traversal
});
app.get('/more/15', (req, res) => {
  const k = req.query.k;
  const own = new Set();
  own.add(req.body.name);
  if (!own.has(k)) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
app.get('/more/16', (req, res) => {
  const k = req.query.k;
  const own = req.body.list.reduce((all, one) => { all[one] = 1; return all; }, {});
  if (!own[k]) return res.status(404).end();
  res.sendFile(path.join(root, k)); // expect: path-traversal
});
