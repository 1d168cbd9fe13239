const { Router } = require('express');
const path = require('path');
const fs = require('fs/promises');
const { createReadStream, createWriteStream, existsSync } = require('fs');
const archiver = require('archiver');
const sharp = require('sharp');
const Busboy = require('busboy');
const tar = require('tar-stream');
const decompress = require('decompress');

const router = Router();
const BASE = path.join(__dirname, '..', 'data');
const within = (p) => { const full = path.resolve(BASE, p); if (!full.startsWith(BASE + path.sep)) throw new Error('outside'); return full; };
const clean = (name) => name.replace(/[^a-z0-9_.-]/gi, '_');
const EXT = new Set(['.png', '.jpg']);

router.param('name', (req, res, next, name) => {
  if (!/^[\w-]+\.(png|jpg)$/.test(name)) return res.sendStatus(400);
  next();
});
router.get('/a/*', async (req, res) => {
  res.send(await fs.readFile(within(req.params[0]))); // ok: path-traversal
});
router.get('/b', async (req, res) => {
  const name = String(req.query.name);
  if (!EXT.has(path.extname(name))) return res.sendStatus(415);
  res.send(await fs.readFile(path.join(BASE, name))); // expect: path-traversal
  res.send(await fs.readFile(path.join(BASE, `${Number(req.query.id)}.png`))); // ok: path-traversal
});
router.get('/c', (req, res) => {
  const file = path.join(BASE, req.query.file);
  if (existsSync(file)) createReadStream(file).pipe(res); // expect: path-traversal
});
router.post('/d', (req, res) => {
  const bb = Busboy({ headers: req.headers });
  bb.on('file', (field, stream, info) => {
    stream.pipe(createWriteStream(path.join(BASE, info.filename))); // expect: path-traversal
    stream.pipe(createWriteStream(path.join(BASE, path.basename(info.filename)))); // ok: path-traversal
  });
  req.pipe(bb);
});
router.post('/e', (req, res) => {
  const extract = tar.extract();
  extract.on('entry', (header, stream, next) => {
    stream.pipe(createWriteStream(BASE + '/' + header.name)); // expect: path-traversal
    next();
  });
  req.pipe(extract);
});
router.delete('/f/:id', async (req, res) => {
  const entries = await fs.readdir(BASE);
  const hit = entries.find((e) => e === req.params.id);
  if (hit) await fs.unlink(path.join(BASE, hit)); // ok: path-traversal
  await fs.rm(path.join(BASE, req.params.id), { recursive: true }); // expect: path-traversal
});
router.get('/g', async (req, res) => {
  const q = req.query;
  const loaders = { json: (p) => fs.readFile(p) }; // expect: path-traversal
  await loaders.json(q.path);
  sharp(path.join(BASE, clean(q.path))).toFile('/tmp/x/out.png'); // ok: path-traversal
});
module.exports = router;
