const fs = require('fs');
const path = require('path');
const app = require('express')();

const root = '/srv/manuals';
const folder = root + path.sep;

app.get('/normalised', (req, res) => {
  const name = path.normalize(req.query.name);
  if (name.startsWith('..')) return res.sendStatus(403);
  fs.createReadStream(path.join(root, name)).pipe(res); // ok: path-traversal
});

app.get('/joined', (req, res) => {
  // It begins with the root whatever follows: the test says nothing.
  const file = path.join(root, req.query.name);
  if (file.startsWith('..')) return res.sendStatus(403);
  fs.createReadStream(file).pipe(res); // expect: path-traversal
});

app.get('/not-normalised', (req, res) => {
  const { name } = req.query;
  if (name.startsWith('..')) return res.sendStatus(403);
  fs.createReadStream(root + '/' + name).pipe(res); // expect: path-traversal
});

app.get('/relative', (req, res) => {
  const file = path.resolve(root, req.query.name);
  const way = path.relative(root, file);
  if (way === '..' || way.startsWith('..' + path.sep)) return res.sendStatus(403);
  fs.createReadStream(file).pipe(res); // ok: path-traversal
});

app.get('/sliced', (req, res) => {
  const file = path.resolve(root, req.query.name);
  if (file.slice(0, folder.length) === folder) fs.createReadStream(file).pipe(res); // ok: path-traversal
  else fs.readFile(file, () => res.end()); // expect: path-traversal
});

app.get('/substring', (req, res) => {
  const file = path.resolve(root, req.query.name);
  if (folder !== file.substring(0, folder.length)) return res.sendStatus(403);
  fs.createReadStream(file).pipe(res); // ok: path-traversal
});

app.get('/sibling', (req, res) => {
  // `/srv/manuals-of-others` begins so, too.
  const file = path.resolve(root, req.query.name);
  if (file.slice(0, root.length) !== root) return res.sendStatus(403);
  fs.createReadStream(file).pipe(res); // expect: path-traversal
});

app.get('/real', (req, res) => {
  const file = fs.realpathSync(path.resolve(root, req.query.name)); // ok: path-traversal
  if (!file.startsWith(folder)) return res.sendStatus(403);
  fs.createReadStream(file).pipe(res); // ok: path-traversal
});

app.get('/really', (req, res) => {
  fs.realpath(path.join(root, req.query.name), (error, file) => {
    fs.createReadStream(file).pipe(res); // expect: path-traversal
  });
});

app.get('/characters', (req, res) => {
  const name = req.query.name.replace(/[\\/:*?"<>|]/g, '_');
  fs.createReadStream(path.join(root, name)).pipe(res); // ok: path-traversal
  const other = req.query.other.replace(/\.\.\//g, '');
  fs.createReadStream(root + '/' + other).pipe(res); // expect: path-traversal
});

app.get('/dots', (req, res) => {
  if (req.query.name.match(/\.\.|~/)) return res.sendStatus(403);
  fs.createReadStream(root + '/' + req.query.name).pipe(res); // ok: path-traversal
});
