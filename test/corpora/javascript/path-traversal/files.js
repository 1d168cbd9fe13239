const fs = require('fs');
const fsp = require('fs/promises');
const path = require('path');
const express = require('express');

const app = express();
const ROOT = path.join(__dirname, 'public');

app.get('/file', (req, res) => {
  fs.readFile(path.join(ROOT, req.query.name), (err, data) => { // expect: path-traversal
    res.type('text').end(data ? 'read' : 'none');
  });
});

app.get('/base', (req, res) => {
  fs.readFile(path.join(ROOT, path.basename(req.query.name)), (err, data) => { // ok: path-traversal
    res.end(data ? 'read' : 'none');
  });
});

app.get('/checked', async (req, res) => {
  const wanted = path.resolve(ROOT, req.query.name);
  if (!wanted.startsWith(ROOT + path.sep)) return res.sendStatus(403);
  await fsp.access(wanted); // ok: path-traversal
  fs.createReadStream(wanted).pipe(res); // ok: path-traversal
});

app.get('/dots', (req, res) => {
  const name = req.query.name;
  if (name.includes('..')) {
    res.sendStatus(400);
    return;
  }
  fs.createReadStream(ROOT + '/' + name).pipe(res); // ok: path-traversal
});

app.get('/download', (req, res) => {
  res.download(req.query.file); // expect: path-traversal
  res.sendFile(req.params.file, { root: ROOT }); // ok: path-traversal
});

app.post('/upload', (req, res) => {
  const target = path.join('/srv/uploads', req.file.originalname);
  fs.writeFileSync(target, req.file.buffer); // expect: path-traversal
  res.end();
});

app.delete('/cache/:key', async (req, res) => {
  await fsp.unlink(`./cache/${req.params.key}.json`); // expect: path-traversal
  const id = Number(req.params.key);
  await fsp.unlink(`./cache/${id}.json`); // ok: path-traversal
  res.end();
});

const pages = new Map([['home', 'home.html'], ['about', 'about.html']]);
app.get('/page', (req, res) => {
  const file = pages.get(req.query.page) ?? 'home.html';
  fs.createReadStream(path.join(ROOT, file)).pipe(res); // ok: path-traversal
});
