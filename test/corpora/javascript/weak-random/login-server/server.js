const express = require('express');
const session = require('express-session');
const cors = require('cors');
const helmet = require('helmet');
const csurf = require('csurf');
const jwt = require('jsonwebtoken');
const bcrypt = require('bcrypt');
const crypto = require('crypto');
const multer = require('multer');
const tar = require('tar');
const AdmZip = require('adm-zip');
const xml2js = require('xml2js');
const { exec } = require('child_process');
const fs = require('fs');
const path = require('path');
const Redis = require('ioredis');
const neo4j = require('neo4j-driver');
const nodemailer = require('nodemailer');
const pug = require('pug');
const mustache = require('mustache');
const needle = require('needle');
const request = require('request');
const app = express();
app.use(helmet());
app.use(session({ secret: 'keyboard cat', cookie: { secure: false } })); // expect: hard-coded-secret, insecure-cookie
app.use(session({ secret: process.env.SESSION_SECRET, cookie: { secure: true, httpOnly: true } })); // ok: hard-coded-secret, insecure-cookie
app.use(cors({ origin: true, credentials: true })); // expect: cors-misconfiguration
app.use('/pub', cors({ origin: 'https://app.example.com', credentials: true })); // ok: cors-misconfiguration
const upload = multer({ dest: '/tmp/up' });
const redis = new Redis();

app.post('/login', (req, res) => {
  const token = jwt.sign({ u: req.body.u }, 'my-jwt-secret-123'); // expect: hard-coded-secret
  const t2 = jwt.verify(req.body.t, process.env.K, { algorithms: ['none', 'HS256'] }); // expect: jwt-misuse
  const t3 = jwt.verify(req.body.t, process.env.K); // ok: jwt-misuse
  const h = bcrypt.hashSync(req.body.p, 12); // ok: weak-hash
  const h2 = crypto.createHash('sha1').update(req.body.p).digest('base64'); // expect: weak-hash
  const h3 = crypto.pbkdf2Sync(req.body.p, 'salt', 100000, 64, 'sha512'); // ok: weak-hash
  const otp = Math.floor(Math.random() * 1e6); // expect: weak-random
  const otp2 = crypto.randomInt(1e6); // ok: weak-random
  const color = '#' + Math.floor(Math.random() * 0xffffff).toString(16); // ok: weak-random
  const c = crypto.createCipheriv('aes-128-ecb', key, null); // expect: weak-cipher
  res.cookie('token', token, { httpOnly: true, secure: true, sameSite: 'strict' }); // ok: insecure-cookie
  res.cookie('remember_token', t2, { maxAge: 1e9 }); // expect: insecure-cookie
  res.json({ t3, h, h2, h3, otp, otp2, color, c });
});
app.post('/upload', upload.single('doc'), (req, res) => {
  fs.renameSync(req.file.path, path.join('/srv/docs', req.file.originalname)); // expect: path-traversal
  fs.renameSync(req.file.path, path.join('/srv/docs', crypto.randomUUID())); // ok: path-traversal
  const zip = new AdmZip(req.file.path);
  for (const entry of zip.getEntries()) {
    fs.writeFileSync('/srv/x/' + entry.entryName, entry.getData()); // expect: path-traversal
  }
  zip.extractAllTo('/srv/y', true); // ok: path-traversal
  tar.x({ file: req.file.path, cwd: '/srv/z' }); // ok: path-traversal
  res.end();
});
app.get('/redis', async (req, res) => {
  await redis.set('user:' + req.query.id, '1'); // ok: nosql-injection
  await redis.eval(req.query.script, 0); // expect: code-injection
  const s = neo4j.driver('bolt://x').session();
  const r = await s.run(`MATCH (u {name: '${req.query.n}'}) RETURN u`); // expect: nosql-injection
  const r2 = await s.run('MATCH (u {name: $n}) RETURN u', { n: req.query.n }); // ok: nosql-injection
  res.json([r, r2]);
});
app.get('/tpl', (req, res) => {
  const f = pug.compile(req.query.t); // expect: template-injection
  const m = mustache.render('<b>{{{n}}}</b>', { n: req.query.n }); // expect: xss
  res.send(m);
  res.render('page', { n: req.query.n }); // ok: xss
  res.render(req.query.page); // expect: path-traversal
  return f();
});
app.get('/out', (req, res) => {
  needle.get(req.query.u, (e, r) => res.end()); // expect: ssrf
  request({ url: `https://${req.query.h}/x`, strictSSL: false }); // expect: ssrf, tls-verification-disabled
  res.set('X-Next', req.query.n); // ok: header-injection
  res.send(`<a href="${encodeURI(req.query.n)}">x</a>`); // ok: xss
  res.send('<p>' + req.query.n.replace(/</g, '') + '</p>'); // ok: redos
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled
});
app.get('/run', (req, res) => {
  const cmd = ['git', 'log', req.query.ref].join(' ');
  exec(cmd, { cwd: '/srv' }, (e, out) => res.type('text').send(out)); // expect: command-injection
  const ref = req.query.ref;
  if (!/^[\w./-]+$/.test(ref)) return res.status(400).end();
  exec(`git log ${ref}`, () => res.end()); // ok: command-injection
});
app.use((err, req, res, next) => { res.status(500).json({ message: err.message, stack: err.stack }); }); // expect: information-exposure
app.listen(3000);
