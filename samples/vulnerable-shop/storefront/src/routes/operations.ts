import { exec, execFile } from 'node:child_process';
import https from 'node:https';
import { Router } from 'express';

export const operations = Router();

operations.get('/ping', (req, res) => {
  exec(`ping -c 1 ${req.query.host}`, (error, output) => {
    res.type('text/plain').send(error ? 'unreachable' : output);
  });
});

operations.post('/discount', (req, res) => {
  const price = Number(req.body.price);
  const discounted = new Function('price', `return ${req.body.formula}`)(price);
  res.json({ discounted });
});

operations.get('/disk', (_req, res) => {
  execFile('df', ['-h', '/srv/pictures'], (error, output) => {
    res.type('text/plain').send(error ? 'unknown' : output);
  });
});

operations.get('/warehouse', (_req, res) => {
  const agent = new https.Agent({ rejectUnauthorized: false });
  https.get('https://warehouse.internal/stock', { agent }, (answer) => answer.pipe(res));
});
