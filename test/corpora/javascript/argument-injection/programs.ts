import express from 'express';
import { execFile, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import execa from 'execa';

const app = express();

app.get('/clone', (req, res) => {
  execFile('git', ['clone', req.query.url as string, '/srv/copy']); // expect: argument-injection
  execFile('git', ['clone', '--', req.query.url as string, '/srv/copy']); // ok: argument-injection
  execFile('/usr/bin/git', ['clone', '--depth', '1', String(req.query.url)]); // expect: argument-injection
  res.end();
});

app.get('/log', (req, res) => {
  const ref = String(req.query.ref);
  spawn('git', ['log', '--oneline', ref]); // expect: argument-injection
  // The option before it takes it as its value.
  spawn('git', ['commit', '-m', ref]); // ok: argument-injection
  spawn('git', ['log', `--author=${ref}`]); // ok: argument-injection
  spawn('git', ['log', `origin/${ref}`]); // ok: argument-injection
  spawn('git', ['log', `${ref}..main`]); // expect: argument-injection
  spawn('git', ['log', `--${ref}`]); // expect: argument-injection
  res.end();
});

app.get('/refused', (req, res) => {
  const ref = String(req.query.ref);
  if (ref.startsWith('-')) return res.sendStatus(400);
  spawnSync('git', ['show', ref]); // ok: argument-injection
  res.end();
});

app.get('/refused-by-pattern', (req, res) => {
  const ref = String(req.query.ref);
  if (/^-/.test(ref)) throw new Error('no option');
  spawnSync('git', ['show', ref]); // ok: argument-injection
  res.end();
});

app.get('/matched', (req, res) => {
  const name = String(req.query.name);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) return res.sendStatus(400);
  spawnSync('kubectl', ['get', name]); // ok: argument-injection
  res.end();
});

app.get('/matched-loosely', (req, res) => {
  const name = String(req.query.name);
  // A dash may come first.
  if (!/^[a-z0-9-]+$/.test(name)) return res.sendStatus(400);
  spawnSync('kubectl', ['get', name]); // expect: argument-injection
  res.end();
});

app.get('/matched-maybe', (req, res) => {
  const name = String(req.query.name);
  if (!/^(v\d+)?[a-z-]+$/.test(name)) return res.sendStatus(400);
  spawnSync('kubectl', ['get', name]); // expect: argument-injection
  res.end();
});

app.get('/asked-too-late', (req, res) => {
  const ref = String(req.query.ref);
  if (ref.includes('..')) return res.sendStatus(400);
  spawnSync('git', ['show', ref]); // expect: argument-injection
  res.end();
});

app.get('/added', (req, res) => {
  const args = ['log'];
  if (req.query.short) args.push('--oneline');
  args.push(String(req.query.ref));
  spawn('git', args); // expect: argument-injection
  const safe = ['log'];
  if (req.query.short) safe.push('--oneline');
  safe.push('--');
  safe.push(String(req.query.file));
  spawn('git', safe); // ok: argument-injection
  const titled = ['-b', String(req.query.body)];
  if (req.query.title) titled.push('-t', 'a title');
  spawn('tar', titled); // ok: argument-injection
  res.end();
});

function run(options: string[], files: string[]) {
  spawn('tar', ['-cf', '/srv/out.tar', ...options, '--', ...files]);
}

app.get('/spread', (req, res) => {
  run(['--exclude', 'x'], [String(req.query.file)]); // ok: argument-injection
  res.end();
});

app.get('/split', (req, res) => {
  const command = `kubectl port-forward ${req.query.name} 80:80`;
  const [program, ...args] = command.split(' ');
  // The blanks that the value has begin arguments of their own.
  spawn(program, args); // expect: argument-injection
  res.end();
});

app.get('/paths', (req, res) => {
  const file = path.join('/srv/files', path.basename(String(req.query.file)));
  spawn('tar', ['-tf', file]); // ok: argument-injection
  spawn('zip', ['out.zip', file]); // ok: argument-injection
  spawn('zip', ['out.zip', path.resolve(String(req.query.file))]); // ok: argument-injection
  spawn('zip', ['out.zip', path.basename(String(req.query.file))]); // expect: argument-injection
  spawn('zip', ['out.zip', './' + req.query.file]); // ok: argument-injection
  res.end();
});

app.get('/address', (req, res) => {
  const address = new URL(String(req.query.url));
  if (!['http:', 'https:'].includes(address.protocol)) return res.sendStatus(400);
  spawn('curl', ['-s', address.href]); // ok: argument-injection
  spawn('curl', ['-s', String(req.query.from)]); // expect: argument-injection
  res.end();
});

app.get('/number', (req, res) => {
  spawn('git', ['log', '-n', '1', String(Number(req.query.n))]); // ok: argument-injection
  spawn('ping', [String(req.query.host)]); // ok: argument-injection
  execa('some-tool', ['show', String(req.query.name)]); // expect: argument-injection
  res.end();
});
