import { Router } from 'express';
import fs from 'node:fs';
import { readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { exec, execFile, spawn } from 'node:child_process';
import multer from 'multer';
import sanitize from 'sanitize-filename';
import unzipper from 'unzipper';

const router = Router();
const upload = multer({ dest: 'uploads/' });
const ROOT = path.resolve('public');

const inRoot = (name) => {
  const full = path.resolve(ROOT, name);
  if (!full.startsWith(ROOT + path.sep)) throw new RangeError('outside');
  return full;
};

router.get('/a/:name', (req, res) => fs.createReadStream(path.join(ROOT, req.params.name)).pipe(res)); // expect: path-traversal
router.get('/b/:name', (req, res) => fs.createReadStream(inRoot(req.params.name)).pipe(res)); // ok: path-traversal
router.get('/c/:name', async (req, res) => res.send(await readFile(path.join(ROOT, path.basename(req.params.name)), 'utf8'))); // ok: path-traversal
router.get('/d', (req, res) => res.sendFile(req.query.file, { root: ROOT })); // ok: path-traversal
router.get('/e', (req, res) => res.sendFile(path.join(ROOT, req.query.file))); // expect: path-traversal
router.get('/f', (req, res) => res.download('./exports/' + sanitize(req.query.file))); // ok: path-traversal
router.delete('/g/:name', async (req, res) => {
  await unlink(`uploads/${req.params.name}`); // expect: path-traversal
  res.end();
});
router.post('/upload', upload.single('doc'), (req, res) => {
  fs.renameSync(req.file.path, `uploads/${req.file.originalname}`); // expect: path-traversal
  fs.renameSync(req.file.path, `uploads/${Date.now()}${path.extname(req.file.originalname)}`); // ok: path-traversal
  res.end();
});
router.post('/convert', (req, res) => {
  const { input, format } = req.body;
  exec(`convert ${input} out.${format}`, (err) => res.json({ ok: !err })); // expect: command-injection
  execFile('convert', [path.basename(input), 'out.png'], () => {}); // ok: command-injection
  spawn('convert', ['in.png', format], { shell: true }); // expect: command-injection
  if (['png', 'jpg'].includes(format)) exec(`convert in.png out.${format}`); // ok: command-injection
  const child = spawn(process.execPath, ['worker.js', String(input)]); // ok: command-injection
  child.stdout.pipe(process.stdout);
});
router.post('/unzip', (req, res) => {
  req.pipe(unzipper.Parse()).on('entry', (entry) => {
    entry.pipe(fs.createWriteStream(path.join('out', entry.path))); // expect: path-traversal
  });
  res.end();
});

export default router;
