import express, { type NextFunction, type Request, type Response } from 'express';
import path from 'node:path';
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import axios from 'axios';
import got from 'got';
import escapeHtml from 'escape-html';
import he from 'he';
import DOMPurify from 'isomorphic-dompurify';
import sanitizeHtml from 'sanitize-html';
import crypto from 'node:crypto';
import https from 'node:https';
import jwt from 'jsonwebtoken';
import session from 'express-session';
import libxml from 'libxmljs2';
import xpath from 'xpath';
import { DOMParser } from '@xmldom/xmldom';
import ldap from 'ldapjs';
import yaml from 'js-yaml';
import serialize from 'node-serialize';
import winston from 'winston';
import merge from 'lodash/merge';
import unzipper from 'unzipper';
import tar from 'tar';

const app = express();
const ROOT = path.resolve('/srv/files');
const logger = winston.createLogger({ transports: [new winston.transports.Console()] });

app.use(session({ secret: 'keyboard cat 42 xyz', resave: false, saveUninitialized: false, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } })); // expect: hard-coded-secret
app.use(express.json());

app.get('/xss', (req: Request, res: Response) => {
  res.write(`<p>${req.query.a}</p>`); // expect: xss
  res.write(`<p>${escapeHtml(String(req.query.a))}</p>`); // ok: xss
  res.write(`<p>${he.encode(req.query.a as string)}</p>`); // ok: xss
  res.write(DOMPurify.sanitize(req.query.a as string)); // ok: xss
  res.write(sanitizeHtml(req.query.a as string)); // ok: xss
  res.write(`<a href="${encodeURIComponent(req.query.a as string)}">x</a>`); // ok: xss
  res.end();
});
app.get('/xss2', (req, res) => {
  res.send('<p>' + req.params.id + '</p>'); // expect: xss
});
app.get('/xss3', (req, res) => {
  res.json({ a: req.query.a }); // ok: xss
});
app.get('/xss4', (req, res) => {
  res.type('text/plain').send('a' + req.query.a); // ok: xss
});
app.get('/xss5', (req, res) => {
  res.status(400).send(`<b>${(req.headers['x-name'] as string).replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/&/g, '&amp;').replace(/"/g, '&quot;')}</b>`); // ok: xss
});
app.get('/xss6', (req, res) => {
  res.send(`<b>${String(req.query.x).replace('<', '&lt;')}</b>`); // expect: xss
});

app.get('/files', async (req, res, next: NextFunction) => {
  const name = req.query.name as string;
  fs.readFile(path.join(ROOT, name), () => {}); // expect: path-traversal
  fs.readFile(path.join(ROOT, path.basename(name)), () => {}); // ok: path-traversal
  await fsp.unlink(`${ROOT}/${name}`); // expect: path-traversal
  res.sendFile(name, { root: ROOT }); // ok: path-traversal
  res.sendFile(ROOT + '/' + name); // expect: path-traversal
  const full = path.resolve(ROOT, name);
  if (!full.startsWith(ROOT + path.sep)) return next();
  fs.createReadStream(full).pipe(res); // ok: path-traversal
});
app.get('/files2', (req, res) => {
  const full = path.resolve(ROOT, req.query.name as string);
  const rel = path.relative(ROOT, full);
  if (rel.startsWith('..') || path.isAbsolute(rel)) {
    res.status(403).end();
    return;
  }
  res.download(full); // ok: path-traversal
});
app.post('/zip', (req, res) => {
  req.pipe(unzipper.Parse()).on('entry', (entry) => {
    entry.pipe(fs.createWriteStream(path.join(ROOT, entry.path))); // expect: path-traversal
  });
  res.end();
});

app.get('/ssrf', async (req, res) => {
  await axios.get(req.query.url as string); // expect: ssrf
  await axios({ method: 'get', url: `http://${req.query.host}/x` }); // expect: ssrf
  await axios.get(`https://api.example.com/u/${encodeURIComponent(req.query.id as string)}`); // ok: ssrf
  await got(req.body.hook); // expect: ssrf
  await fetch(new URL(req.query.p as string, 'https://api.example.com')); // expect: ssrf
  const u = new URL(req.query.url as string);
  if (u.protocol === 'https:' && ['a.example.com', 'b.example.com'].includes(u.hostname)) {
    await fetch(u); // ok: ssrf
  }
  https.get({ hostname: 'api.example.com', path: '/' + req.query.p }); // ok: ssrf
  https.get({ hostname: req.query.h as string, path: '/' }); // expect: ssrf
  res.end();
});

app.get('/go', (req, res) => {
  const to = req.query.to as string;
  if (to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\')) return res.redirect(to); // ok: open-redirect
  if (['https://a.example.com', '/home'].includes(to)) return res.redirect(302, to); // ok: open-redirect
  if (to.startsWith('https://example.com')) return res.redirect(to); // expect: open-redirect
  res.setHeader('Location', to); // expect: open-redirect
  res.redirect(`/u/${to}`); // ok: open-redirect
});

app.post('/xml', (req, res) => {
  libxml.parseXml(req.body.x, { noent: true }); // expect: xxe
  libxml.parseXml(req.body.x); // ok: xxe
  const doc = new DOMParser().parseFromString('<a/>', 'text/xml');
  xpath.select(`//u[@n='${req.body.n}']`, doc as never); // expect: xpath-injection
  const ev = xpath.parse('//u[@n=$n]');
  ev.select({ node: doc as never, variables: { n: req.body.n } }); // ok: xpath-injection
  const client = ldap.createClient({ url: 'ldaps://x' });
  client.search('dc=x', { filter: `(uid=${req.body.u})` }, () => {}); // expect: ldap-injection
  client.search('dc=x', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: req.body.u }) }, () => {}); // ok: ldap-injection
  serialize.unserialize(req.body.s); // expect: unsafe-deserialization
  yaml.load(req.body.y); // ok: unsafe-deserialization
  logger.info('user ' + req.body.u); // expect: log-injection
  logger.info('user ' + JSON.stringify(req.body.u)); // ok: log-injection
  res.end();
});

app.put('/proto', (req, res) => {
  const cfg: Record<string, Record<string, unknown>> = { a: {} };
  merge({}, req.body); // expect: prototype-pollution
  Object.assign({}, req.body); // ok: prototype-pollution
  const { k1, k2, v } = req.body;
  cfg[k1][k2] = v; // expect: prototype-pollution
  const safe = Object.create(null);
  safe[k1] = v; // ok: prototype-pollution
  const m = new Map();
  m.set(k1, v); // ok: prototype-pollution
  if (k1 === '__proto__' || k1 === 'constructor' || k1 === 'prototype') return res.end();
  cfg[k1][k2] = v; // ok: prototype-pollution
  res.end();
});

app.get('/re', (req, res) => {
  new RegExp(req.query.p as string).test('a'); // expect: regex-injection
  /^([a-zA-Z0-9]+\s?)*$/.test(req.query.q as string); // expect: redos
  /^[a-z0-9]+$/.test(req.query.q as string); // ok: redos
  new RegExp((req.query.p as string).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).test('a'); // ok: regex-injection
  res.end();
});

export function cryptoThings(password: string, token: string): unknown[] {
  const a = crypto.createHash('md5').update(password).digest('hex'); // expect: weak-hash
  const b = crypto.createHash('sha256').update('x').digest('hex'); // ok: weak-hash
  const c = crypto.createCipheriv('des-ede3-cbc', Buffer.alloc(24), Buffer.alloc(8)); // expect: weak-cipher
  const d = crypto.createCipheriv('aes-256-gcm', crypto.randomBytes(32), crypto.randomBytes(12)); // ok: weak-cipher
  const e = crypto.createCipheriv('aes-128-ecb', crypto.randomBytes(16), null); // expect: weak-cipher
  const sessionId = Math.random().toString(36).slice(2); // expect: weak-random
  const delay = Math.random() * 100; // ok: weak-random
  const resetToken = crypto.randomBytes(32).toString('hex'); // ok: weak-random
  const agent = new https.Agent({ rejectUnauthorized: false }); // expect: tls-verification-disabled
  const ok = new https.Agent({ keepAlive: true }); // ok: tls-verification-disabled
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled
  const f = jwt.verify(token, process.env.KEY as string, { algorithms: ['HS256'] }); // ok: jwt-misuse
  const g = jwt.verify(token, process.env.KEY as string, { algorithms: ['none'] }); // expect: jwt-misuse
  const h = jwt.sign({ a: 1 }, 'hunter2-signing-secret'); // expect: hard-coded-secret
  return [a, b, c, d, e, sessionId, delay, resetToken, agent, ok, f, g, h];
}

app.get('/cookie', (req, res) => {
  res.cookie('sid', 'x'); // expect: insecure-cookie
  res.cookie('sid', 'x', { secure: true, httpOnly: true, sameSite: 'strict' }); // ok: insecure-cookie
  res.end();
});
