const express = require('express');
const session = require('express-session');
const cookieSession = require('cookie-session');
const cors = require('cors');
const helmet = require('helmet');
const csurf = require('csurf');
const https = require('https');
const tls = require('tls');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const multer = require('multer');
const AdmZip = require('adm-zip');
const tar = require('tar');
const unzipper = require('unzipper');
const nodemailer = require('nodemailer');
const serialize = require('node-serialize');
const { MongoClient } = require('mongodb');
const bcrypt = require('bcryptjs');
const jwt = require('jsonwebtoken');
const User = require('./models/user');
const OpenAI = require('openai');
const errorhandler = require('errorhandler');

const app = express();
app.use(express.urlencoded({ extended: false }));
app.use(helmet());
app.use(session({ secret: process.env.SECRET, cookie: { secure: true, httpOnly: true } })); // ok: insecure-cookie, hard-coded-secret
app.use(cookieSession({ name: 's', keys: ['8dkl2jf93kd0fj3k2l'], secure: true, httpOnly: true })); // expect: hard-coded-secret
app.use(cors()); // ok: cors-misconfiguration
app.use(cors({ origin: true, credentials: true })); // expect: cors-misconfiguration
app.use(cors({ origin: ['https://a.example.com'], credentials: true })); // ok: cors-misconfiguration
app.use((req, res, next) => {
  res.header('Access-Control-Allow-Origin', req.headers.origin); // expect: cors-misconfiguration
  res.header('Access-Control-Allow-Credentials', 'true');
  next();
});
app.use(errorhandler()); // expect: debug-enabled

process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled
const agent = new https.Agent({ rejectUnauthorized: process.env.NODE_ENV === 'production' ? true : false });
tls.connect({ host: 'x', port: 1, checkServerIdentity: () => undefined }); // expect: tls-verification-disabled
https.createServer({ key: fs.readFileSync('k'), cert: fs.readFileSync('c'), minVersion: 'TLSv1' }, app); // expect: weak-cipher
https.createServer({ key: fs.readFileSync('k'), cert: fs.readFileSync('c'), minVersion: 'TLSv1.2' }, app); // ok: weak-cipher
nodemailer.createTransport({ host: 'smtp', auth: { user: 'a', pass: 'Winter2024!mail' } }); // expect: hard-coded-secret
nodemailer.createTransport({ host: 'smtp', tls: { rejectUnauthorized: false } }); // expect: tls-verification-disabled

const storage = multer.diskStorage({
  destination: 'uploads/',
  filename: (req, file, cb) => cb(null, file.originalname), // ok: path-traversal
});
const storage2 = multer.diskStorage({
  destination: 'uploads/',
  filename: (req, file, cb) => cb(null, crypto.randomUUID() + path.extname(file.originalname)), // ok: path-traversal
});
app.post('/zip', multer({ storage }).single('zip'), (req, res) => {
  const zip = new AdmZip(req.file.path);
  for (const entry of zip.getEntries()) {
    fs.writeFileSync(path.join('out', entry.entryName), entry.getData()); // expect: path-traversal
  }
  for (const entry of zip.getEntries()) {
    const target = path.resolve('out', entry.entryName);
    if (!target.startsWith(path.resolve('out') + path.sep)) continue;
    fs.writeFileSync(target, entry.getData()); // ok: path-traversal
  }
  fs.createReadStream(req.file.path).pipe(unzipper.Parse()).on('entry', (entry) => {
    entry.pipe(fs.createWriteStream('out/' + entry.path)); // expect: path-traversal
  });
  tar.x({ file: req.file.path, cwd: 'out' }); // ok: path-traversal
  res.end();
});
app.post('/restore', (req, res) => {
  const state = serialize.unserialize(req.body.state); // expect: unsafe-deserialization
  const other = JSON.parse(req.body.state); // ok: unsafe-deserialization
  res.json({ state, other });
});
app.post('/users', async (req, res) => {
  const a = await User.create(req.body); // expect: mass-assignment
  const b = await User.create({ name: req.body.name, mail: req.body.mail }); // ok: mass-assignment
  const u = await User.findById(String(req.params.id));
  req.session.userId = u.id; // ok: trust-boundary
  Object.assign(u, req.body); // expect: mass-assignment
  await u.save();
  const key = crypto.createHash('sha1').update(req.body.password).digest('hex'); // expect: weak-hash
  const ok = await bcrypt.compare(req.body.password, u.hash);
  req.session.role = req.body.role; // expect: trust-boundary
  res.cookie('remember', u.token, { maxAge: 1e9 }); // expect: insecure-cookie
  res.cookie('theme', 'dark', { secure: true, httpOnly: true }); // ok: insecure-cookie
  res.set('X-User', req.body.name); // ok: header-injection
  const reset = crypto.randomBytes(16); // ok: weak-random
  const pin = Math.floor(1000 + Math.random() * 9000); // expect: weak-random
  const otp = Math.floor(100000 + Math.random() * 900000); // expect: weak-random
  console.log('login failed for ' + req.body.name); // expect: log-injection
  console.log('login failed for %s', JSON.stringify(req.body.name)); // ok: log-injection
  jwt.verify(req.body.token, process.env.JWT, { algorithms: ['none'] }); // expect: jwt-misuse
  jwt.verify(req.body.token, process.env.JWT, { ignoreExpiration: true }); // expect: jwt-misuse
  jwt.sign({ id: u.id }, process.env.JWT, { algorithm: 'none' }); // expect: jwt-misuse
  res.json({ a, b, key, ok, reset, pin, otp });
});
const openai = new OpenAI();
app.get('/redos', (req, res) => {
  const bad = /^(\w+\s?)*$/.test(req.query.s); // expect: redos
  const good = /^\w+(?:\s\w+)*$/.test(req.query.s); // ok: redos
  const mail = /^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$/.test(req.query.mail); // expect: redos
  res.json({ bad, good, mail });
});
app.get('/lib/:name', (req, res) => {
  const mod = require('./plugins/' + req.params.name); // expect: unsafe-reflection
  const ok = { a: './a', b: './b' };
  if (!(req.params.name in ok)) return res.sendStatus(404);
  res.json({ mod, other: require(ok.a) }); // ok: unsafe-reflection
});
fs.writeFileSync(path.join('/tmp', 'lock'), 'x'); // expect: insecure-temporary-file
const cipher = crypto.createCipher('aes-192-cbc', process.env.PW); // expect: weak-cipher
const ecb = crypto.createCipheriv('aes-128-ecb', process.env.K, null); // expect: weak-cipher
const gcm = crypto.createCipheriv('aes-256-gcm', crypto.randomBytes(32), crypto.randomBytes(12)); // ok: weak-cipher
