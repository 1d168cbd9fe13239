'use strict';
const express = require('express');
const session = require('express-session');
const helmet = require('helmet');
const cors = require('cors');
const mysql = require('mysql2');
const fs = require('fs');
const path = require('path');
const crypto = require('crypto');
const jwt = require('jsonwebtoken');
const { exec, execFile, spawn, spawnSync } = require('child_process');
const axios = require('axios');
const _ = require('lodash');
const unzipper = require('unzipper');
const tar = require('tar');
const AdmZip = require('adm-zip');
const multer = require('multer');
const libxml = require('libxmljs2');
const serialize = require('node-serialize');
const yaml = require('js-yaml');
const ejs = require('ejs');
const pug = require('pug');
const handlebars = require('handlebars');
const winston = require('winston');
const util = require('util');

const app = express();
const pool = mysql.createPool({ host: 'db', user: 'root', password: process.env.DB_PASS });
const logger = winston.createLogger({ transports: [new winston.transports.Console()] });

app.use(express.json());
app.use(session({ secret: 'keyboard cat', resave: false, saveUninitialized: true, cookie: { maxAge: 60000 } })); // expect: hard-coded-secret, insecure-cookie
app.use(cors({ origin: (origin, cb) => cb(null, true), credentials: true })); // expect: cors-misconfiguration
app.use('/pub', cors({ origin: '*' })); // ok: cors-misconfiguration

// --- products
app.get('/products', (req, res) => {
  const { q, sort = 'name', dir, limit } = req.query;
  const order = ['name', 'price'].indexOf(sort) >= 0 ? sort : 'name';
  const direction = dir === 'desc' ? 'DESC' : 'ASC';
  const n = parseInt(limit, 10) || 20;
  pool.query(`SELECT * FROM products WHERE name LIKE ? ORDER BY ${order} ${direction} LIMIT ${n}`, [`%${q}%`], (e, rows) => res.json(rows)); // ok: sql-injection
});
app.get('/products/raw', (req, res) => {
  const where = [];
  if (req.query.q) where.push("name LIKE '%" + req.query.q + "%'");
  if (req.query.min) where.push('price > ' + Number(req.query.min));
  const sql = 'SELECT * FROM products' + (where.length ? ' WHERE ' + where.join(' AND ') : '');
  pool.query(sql, (e, rows) => res.json(rows)); // expect: sql-injection
});
app.get('/products/escaped', (req, res) => {
  pool.query('SELECT * FROM products WHERE name = ' + mysql.escape(req.query.q), (e, rows) => res.json(rows)); // ok: sql-injection
  pool.query('SELECT * FROM ' + mysql.escapeId(req.query.t), (e, rows) => {}); // ok: sql-injection
  pool.query(mysql.format('SELECT * FROM p WHERE id = ?', [req.query.id])); // ok: sql-injection
  pool.query(util.format('SELECT * FROM p WHERE id = %s', req.query.id)); // expect: sql-injection
  pool.query(util.format('SELECT * FROM p WHERE id = %d', req.query.id)); // ok: sql-injection
});

// --- files
const ROOT = path.resolve(__dirname, 'uploads');
app.get('/download/:name', (req, res) => {
  const file = path.join(ROOT, req.params.name);
  if (!file.startsWith(ROOT + path.sep)) return res.status(400).end();
  res.sendFile(file); // ok: path-traversal
});
app.get('/dl', (req, res) => {
  res.download(path.join(ROOT, req.query.f)); // expect: path-traversal
});
app.get('/dl2', (req, res) => {
  const safe = path.normalize('/' + req.query.f);
  fs.createReadStream(path.join(ROOT, safe)).pipe(res); // ok: path-traversal
});
app.get('/dl3', (req, res) => {
  const full = path.resolve(ROOT, req.query.f);
  const rel = path.relative(ROOT, full);
  if (rel.startsWith('..') || path.isAbsolute(rel)) return res.sendStatus(403);
  fs.createReadStream(full).pipe(res); // ok: path-traversal
});
app.get('/dl4', (req, res) => {
  const f = req.query.f.replace(/\.\.\//, '');
  res.sendFile(path.join(ROOT, f)); // expect: path-traversal
});
app.get('/dl5', (req, res) => {
  res.sendFile(req.query.f, { root: ROOT }); // ok: path-traversal
});
const upload = multer({ dest: 'tmp/' });
app.post('/up', upload.single('file'), (req, res) => {
  fs.rename(req.file.path, path.join(ROOT, req.file.originalname), () => res.end()); // expect: path-traversal
  fs.rename(req.file.path, path.join(ROOT, req.file.filename), () => {}); // ok: path-traversal
  fs.copyFileSync(req.file.path, path.join(ROOT, path.basename(req.file.originalname))); // ok: path-traversal
});
app.post('/unzip', upload.single('zip'), (req, res) => {
  fs.createReadStream(req.file.path).pipe(unzipper.Parse()).on('entry', (entry) => {
    entry.pipe(fs.createWriteStream(path.join('out', entry.path))); // expect: path-traversal
  });
  fs.createReadStream(req.file.path).pipe(unzipper.Parse()).on('entry', (entry) => {
    const target = path.resolve('out', entry.path);
    if (target.indexOf(path.resolve('out') + path.sep) !== 0) { entry.autodrain(); return; }
    entry.pipe(fs.createWriteStream(target)); // ok: path-traversal
  });
  const zip = new AdmZip(req.file.path);
  for (const e of zip.getEntries()) {
    fs.writeFileSync('out/' + e.entryName, e.getData()); // expect: path-traversal
  }
  for (const e of zip.getEntries()) {
    if (e.entryName.includes('..')) continue;
    fs.writeFileSync('out/' + e.entryName, e.getData()); // ok: path-traversal
  }
  res.end();
});

// --- commands
app.post('/ping', (req, res) => {
  exec('ping -c 1 ' + req.body.host, (e, out) => res.type('txt').send(out)); // expect: command-injection
  execFile('ping', ['-c', '1', req.body.host], (e, out) => {}); // ok: command-injection
  spawn('ping', [req.body.host], { shell: true }); // expect: command-injection
  spawn('sh', ['-c', `ping ${req.body.host}`]); // expect: command-injection
  spawnSync('ls', ['--', req.body.dir]); // ok: command-injection
  if (/^[a-z0-9.-]+$/i.test(req.body.host)) exec('ping -c 1 ' + req.body.host); // ok: command-injection
  if (!/[a-z0-9.-]+/.test(req.body.host)) return res.end();
  exec('nslookup ' + req.body.host); // expect: command-injection
});

// --- ssrf, redirect
app.get('/proxy', async (req, res) => {
  const u = new URL(req.query.url);
  if (!['api.example.com', 'cdn.example.com'].includes(u.hostname)) return res.sendStatus(400);
  const r = await axios.get(u.href); // ok: ssrf
  const s = await axios({ method: 'get', url: req.query.url }); // expect: ssrf
  const t = await axios.get(`https://api.example.com/items/${encodeURIComponent(req.query.id)}`); // ok: ssrf
  const v = await axios.get(`https://${req.query.region}.example.com/items`); // expect: ssrf
  res.json([r.data, s.data, t.data, v.data]);
});
app.get('/login/cb', (req, res) => {
  const next = req.query.next || '/';
  if (next.startsWith('/') && !next.startsWith('//')) return res.redirect(next); // ok: open-redirect
  res.redirect(302, next); // expect: open-redirect
});
app.get('/away', (req, res) => {
  res.set('Location', req.query.to).status(301).end(); // expect: open-redirect
});
app.get('/go', (req, res) => {
  res.redirect('/items/' + req.query.id); // ok: open-redirect
});

// --- pages
app.get('/hello', (req, res) => {
  res.send('<h1>Hi ' + req.query.name + '</h1>'); // expect: xss
});
app.get('/hello2', (req, res) => {
  res.type('text/plain').send('Hi ' + req.query.name); // ok: xss
});
app.get('/hello3', (req, res) => {
  res.send('<h1>Hi ' + _.escape(req.query.name) + '</h1>'); // ok: xss
  res.write('<p>' + req.query.name + '</p>'); // expect: xss
});
app.get('/tpl', (req, res) => {
  res.send(ejs.render('<p><%= name %></p>', { name: req.query.name })); // ok: xss, template-injection
  res.send(ejs.render('<p>' + req.query.name + '</p>', {})); // expect: template-injection, xss
  res.send(pug.compile(req.body.template)({})); // expect: template-injection
  res.send(handlebars.compile('{{x}}')({ x: req.query.x })); // ok: template-injection, xss
  res.render('page', { name: req.query.name }); // ok: template-injection
});

// --- data
app.post('/import', (req, res) => {
  const doc = libxml.parseXml(req.body.xml, { noent: true }); // expect: xxe
  const doc2 = libxml.parseXml(req.body.xml); // ok: xxe
  const obj = serialize.unserialize(req.body.data); // expect: unsafe-deserialization
  const y = yaml.load(req.body.yaml); // ok: unsafe-deserialization
  const z = yaml.load(req.body.yaml, { schema: yaml.DEFAULT_SCHEMA }); // ok: unsafe-deserialization
  _.merge({}, req.body.options); // expect: prototype-pollution
  const copy = Object.assign({}, req.body.options); // ok: prototype-pollution
  const f = new Function('a', 'return a + ' + req.body.expr); // expect: code-injection
  setTimeout('refresh(' + req.body.t + ')', 100); // expect: code-injection
  setTimeout(() => f(req.body.t), 100); // ok: code-injection
  res.json({ doc, doc2, obj, y, z, copy });
});
app.post('/set', (req, res) => {
  const store = {};
  const { section, key, value } = req.body;
  store[section][key] = value; // expect: prototype-pollution
  if (section === '__proto__' || key === '__proto__' || section === 'constructor') return res.end();
  res.end();
});

// --- tokens, hashes
app.post('/reset', (req, res) => {
  const token = Math.random().toString(36).slice(2); // expect: weak-random
  const jitter = Math.random() * 100; // ok: weak-random
  const code = crypto.randomInt(0, 999999); // ok: weak-random
  const etag = crypto.createHash('md5').update(req.body.password).digest('hex'); // expect: weak-hash
  const strong = crypto.createHash('sha512').update('x').digest('hex'); // ok: weak-hash
  const c = crypto.createCipheriv('des-ede3-cbc', Buffer.from(process.env.K), crypto.randomBytes(8)); // expect: weak-cipher
  const d = crypto.createCipheriv('aes-256-gcm', Buffer.from(process.env.K), crypto.randomBytes(12)); // ok: weak-cipher
  const t = jwt.sign({ id: 1 }, 'sup3rs3cr3tk3y'); // expect: hard-coded-secret
  const v = jwt.verify(req.body.t, process.env.JWT, { algorithms: ['HS256'] }); // ok: jwt-misuse
  const w = jwt.verify(req.body.t, process.env.JWT, { algorithms: ['none', 'HS256'] }); // expect: jwt-misuse
  const x = jwt.decode(req.body.t); // expect: jwt-misuse
  res.cookie('sid', token, { httpOnly: true, secure: true, sameSite: 'lax' }); // ok: insecure-cookie
  res.cookie('session', token, { httpOnly: false }); // expect: insecure-cookie
  res.cookie('theme', req.body.theme); // ok: insecure-cookie
  logger.info('reset for ' + req.body.email); // expect: log-injection
  logger.info('reset for ' + JSON.stringify(req.body.email)); // ok: log-injection
  logger.info('reset', { count: 1 }); // ok: log-injection
  res.json({ jitter, code, etag, strong, c, d, t, v, w, x });
});
app.use((err, req, res, next) => {
  res.status(500).send(err.stack); // expect: information-exposure
});
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled
app.listen(3000);
