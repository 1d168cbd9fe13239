const express = require('express');
const fs = require('node:fs');
const mime = require('mime-types');
const multer = require('multer');
const mongoose = require('mongoose');

const app = express();
const upload = multer({ dest: 'uploads/' });

const Picture = mongoose.model('Picture', new mongoose.Schema({ path: String, type: String, label: String }));
const shown = ['image/png', 'image/jpeg'];

app.post('/pictures', upload.single('picture'), async (req, res) => {
  const { path, mimetype } = req.file;
  const made = await Picture.create({ path, type: mimetype, label: 'new' });
  res.json({ id: made.id });
});

app.get('/pictures/:id', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  res.setHeader('Content-Type', picture.type); // expect: unsafe-content-type
  fs.createReadStream('uploads/1').pipe(res);
});

app.get('/pictures/:id/checked', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  res.type(shown.includes(picture.type) ? picture.type : 'application/octet-stream'); // ok: unsafe-content-type
  fs.createReadStream('uploads/1').pipe(res);
});

app.get('/pictures/:id/saved', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  res.setHeader('Content-Type', picture.type); // ok: unsafe-content-type
  res.setHeader('Content-Disposition', 'attachment');
  fs.createReadStream('uploads/1').pipe(res);
});

app.get('/pictures/:id/named', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  res.attachment('picture');
  res.setHeader('Content-Type', picture.type); // ok: unsafe-content-type
  fs.createReadStream('uploads/1').pipe(res);
});

// A file that is saved in one case is shown in the others.
app.get('/pictures/:id/mostly', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  if (picture.label !== 'shown') res.setHeader('Content-Disposition', 'attachment; filename="picture"');
  res.setHeader('Content-Type', picture.type); // expect: unsafe-content-type
  fs.createReadStream('uploads/1').pipe(res);
});

// Shown inline, by its own words.
app.get('/pictures/:id/inline', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  res.set({ 'Content-Disposition': 'inline', 'Content-Type': picture.type }); // expect: unsafe-content-type
  fs.createReadStream('uploads/1').pipe(res);
});

app.get('/pictures/:id/both', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  res.set({ 'Content-Disposition': 'attachment', 'Content-Type': picture.type }); // ok: unsafe-content-type
  fs.createReadStream('uploads/1').pipe(res);
});

// The header alone stops no browser from what the type says.
app.get('/pictures/:id/sniffed', async (req, res) => {
  const picture = await Picture.findById(req.params.id);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.writeHead(200, { 'Content-Type': picture.type }); // expect: unsafe-content-type
  fs.createReadStream('uploads/1').pipe(res);
});

app.post('/echo', express.text({ type: '*/*' }), (req, res) => {
  res.type(req.query.type); // expect: unsafe-content-type
  res.end(req.body); // expect: xss
});

app.get('/files/:name', (req, res) => {
  res.type(mime.lookup(req.params.name) || 'text/plain'); // ok: unsafe-content-type
  fs.createReadStream('public/1').pipe(res);
});

app.get('/files/:name/later', async (req, res) => {
  const types = (await import('mime')).default;
  res.set('Content-Type', types.getType(req.params.name)); // ok: unsafe-content-type
  fs.createReadStream('public/1').pipe(res);
});

app.get('/songs', (req, res) => {
  res.setHeader('Content-Type', `audio/${req.query.format}`); // ok: unsafe-content-type
  fs.createReadStream('public/1').pipe(res);
});

app.get('/exports', (req, res) => {
  if (!/^image\/(?:png|gif)$/.test(req.query.type)) return res.sendStatus(400);
  res.type(req.query.type); // ok: unsafe-content-type
  fs.createReadStream('public/1').pipe(res);
});

app.get('/reports', (req, res) => {
  if (!/^[\w-]+\/[\w.+-]+$/.test(req.query.type)) return res.sendStatus(400);
  res.type(req.query.type); // expect: unsafe-content-type
  fs.createReadStream('public/1').pipe(res);
});

app.get('/images', (req, res) => {
  // SVG runs scripts, too.
  if (!String(req.query.type).startsWith('image/')) return res.sendStatus(400);
  res.type(req.query.type); // expect: unsafe-content-type
  fs.createReadStream('public/1').pipe(res);
});
