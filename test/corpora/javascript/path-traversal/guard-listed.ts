// A text that is in a list of the program's own is put together of parts that are harmless, too.
import path from 'node:path';
import express from 'express';

const app = express();
const files: string[] = [];
const root = '/srv/packages';

export function register(folder: string): void {
  files.push(folder + '/index.js');
}

app.get('/packages/:folder/:name', (req, res) => {
  const { folder, name } = req.params;
  if (!files.includes(`${folder}/${name}`)) return res.status(404).end();
  res.sendFile(path.join(root, folder, name)); // ok: path-traversal
});

app.get('/sums/:folder/:name', (req, res) => {
  const { folder, name } = req.params;
  if (!files.includes(folder + '/' + name)) return res.status(404).end();
  res.sendFile(path.join(root, folder, name)); // ok: path-traversal
});

app.get('/others/:folder/:name', (req, res) => {
  const { folder, name } = req.params;
  if (!files.includes(`${folder}/index.js`)) return res.status(404).end();
  res.sendFile(path.join(root, folder, name)); // expect: path-traversal
});
