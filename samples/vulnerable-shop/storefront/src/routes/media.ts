import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';

export const media = Router();

const PICTURES = path.resolve('pictures');
const SUPPLIERS = new Map([
  ['teapots', 'https://teapots.example/feed.json'],
  ['lanterns', 'https://lanterns.example/feed.json'],
]);

media.get('/picture', async (req, res) => {
  const file = path.join(PICTURES, String(req.query.name));
  res.type('image/jpeg').send(await readFile(file));
});

media.get('/thumbnail', async (req, res) => {
  const file = path.resolve(PICTURES, 'thumbnails', String(req.query.name));
  if (!file.startsWith(PICTURES + path.sep)) {
    res.status(404).end();
    return;
  }
  res.type('image/jpeg').send(await readFile(file));
});

media.post('/import', async (req, res) => {
  const response = await fetch(req.body.url);
  res.type('image/jpeg').send(Buffer.from(await response.arrayBuffer()));
});

media.get('/feed/:supplier', async (req, res) => {
  const address = SUPPLIERS.get(req.params.supplier);
  if (address === undefined) {
    res.status(404).end();
    return;
  }
  const response = await fetch(address);
  res.json(await response.json());
});
