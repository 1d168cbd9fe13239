import fs, { promises as fsp, createReadStream } from 'node:fs';
import path from 'node:path';
import express, { type Request, type Response } from 'express';
import multer from 'multer';
import sanitize from 'sanitize-filename';

const root = path.resolve('/srv/files');
const app = express();
const upload = multer({ dest: '/tmp/up' });

function inside(base: string, name: string): string {
  const full = path.resolve(base, name);
  if (!full.startsWith(base + path.sep)) {
    throw new Error('outside');
  }
  return full;
}

app.get('/a', (req: Request, res: Response) => {
  fs.readFile(path.join(root, req.query.name as string), 'utf8', (e, text) => { // expect: path-traversal
    res.type('text/plain').send(text);
  });
});
app.get('/b', async (req, res) => {
  const text = await fsp.readFile(inside(root, String(req.query.name)), 'utf8'); // ok: path-traversal
  res.type('text').send(text);
});
app.get('/c', (req, res) => {
  const name = path.basename(req.query.name as string);
  createReadStream(path.join(root, name)).pipe(res); // ok: path-traversal
});
app.get('/d', (req, res) => {
  res.sendFile(req.query.name as string, { root }); // ok: path-traversal
  res.sendFile(path.join(root, req.query.name as string)); // expect: path-traversal
  res.download(`${root}/${req.query.name}`); // expect: path-traversal
});
app.get('/e', (req, res) => {
  const name = sanitize(req.query.name as string);
  fs.unlinkSync(`${root}/${name}`); // ok: path-traversal
  fs.unlinkSync(root + '/' + req.query.name); // expect: path-traversal
});
app.post('/f', upload.single('photo'), async (req, res) => {
  await fsp.rename(req.file!.path, path.join(root, req.file!.originalname)); // expect: path-traversal
  res.end();
});
app.get('/g/:id', (req, res) => {
  const n = parseInt(req.params.id, 10);
  if (Number.isNaN(n)) return res.sendStatus(400);
  return fs.createReadStream(`${root}/report-${n}.pdf`).pipe(res); // ok: path-traversal
});
app.get('/h', async (req, res) => {
  const name = req.query.name as string;
  if (name.includes('..') || path.isAbsolute(name)) return res.status(400).end();
  await fsp.stat(path.join(root, name)); // ok: path-traversal
  return res.end();
});
app.get('/i', async (req, res) => {
  const full = path.normalize(path.join(root, req.query.name as string));
  await fsp.writeFile(full, req.body); // expect: path-traversal
  const real = path.relative(root, full);
  if (real.startsWith('..')) return res.status(403).end();
  await fsp.writeFile(full, 'x'); // ok: path-traversal
  return res.end();
});
