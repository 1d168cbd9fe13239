// Where something stands in a list, kept before it is asked; digests by one chain of calls.
const crypto = require('crypto');
const { exec } = require('child_process');
const app = require('express')();

const FOLDERS = ['docs', 'media'];

app.get('/found', (req, res) => {
  const at = FOLDERS.indexOf(req.query.folder);
  if (at === -1) return res.status(404).end();
  exec('ls ' + req.query.folder); // ok: command-injection
  const other = FOLDERS.indexOf(req.query.other);
  if (other < 0) return res.status(404).end();
  exec('ls ' + req.query.other); // ok: command-injection
  const third = FOLDERS.indexOf(req.query.third);
  if (third === 5) return res.end();
  exec('ls ' + req.query.third); // expect: command-injection
  const missing = FOLDERS.indexOf(req.query.missing);
  if (missing >= 0) return res.end();
  exec('ls ' + req.query.missing); // expect: command-injection
  res.end();
});

app.get('/digest', (req, res) => {
  const name = crypto.createHash('sha256').update(req.query.name).digest('hex');
  exec('cat cache/' + name); // ok: command-injection
  const signed = crypto.createHmac('sha256', process.env.KEY).update(req.query.name).digest('base64url');
  exec('cat cache/' + signed); // ok: command-injection
  res.end();
});
