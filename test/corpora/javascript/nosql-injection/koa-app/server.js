const Koa = require('koa');
const Router = require('@koa/router');
const { koaBody } = require('koa-body');
const { MongoClient } = require('mongodb');
const Database = require('better-sqlite3');
const send = require('koa-send');
const crypto = require('crypto');
const https = require('https');
const _ = require('lodash');
const yaml = require('js-yaml');
const ejs = require('ejs');
const winston = require('winston');
const app = new Koa();
const router = new Router();
const db = new Database('app.db');
const logger = winston.createLogger();

router.get('/u/:id', async (ctx) => {
  const row = db.prepare(`SELECT * FROM u WHERE id = ${ctx.params.id}`).get(); // expect: sql-injection
  const ok = db.prepare('SELECT * FROM u WHERE id = ?').get(ctx.params.id); // ok: sql-injection
  ctx.body = { row, ok };
});
router.post('/login', async (ctx) => {
  const { username, password } = ctx.request.body;
  const client = await MongoClient.connect(process.env.MONGO);
  const users = client.db('x').collection('users');
  const u = await users.findOne({ username, password }); // expect: nosql-injection
  const v = await users.findOne({ username: String(username), password: { $eq: `${password}` } }); // ok: nosql-injection
  const w = await users.find({ $where: `this.name == '${username}'` }).toArray(); // expect: nosql-injection
  logger.info('login of ' + username); // expect: log-injection
  logger.info('login of ' + String(username).replace(/[\r\n]/g, '')); // ok: log-injection
  ctx.cookies.set('sid', crypto.randomUUID(), { httpOnly: true, secure: true }); // ok: insecure-cookie, weak-random
  ctx.cookies.set('sid', Math.random().toString(36), { httpOnly: true, secure: true }); // expect: weak-random
  ctx.body = u ?? v ?? w;
});
router.get('/view', async (ctx) => {
  ctx.type = 'html';
  ctx.body = ejs.render(ctx.query.tpl, {}); // expect: template-injection
});
router.get('/view2', async (ctx) => {
  ctx.type = 'html';
  ctx.body = `<b>${ctx.query.name}</b>`; // expect: xss
});
router.get('/view3', async (ctx) => {
  ctx.type = 'html';
  ctx.body = `<b>${_.escape(ctx.query.name)}</b>`; // ok: xss
});
router.get('/static', async (ctx) => {
  await send(ctx, ctx.query.file, { root: __dirname + '/public' }); // ok: path-traversal
});
router.get('/jump', (ctx) => {
  ctx.redirect(ctx.query.u); // expect: open-redirect
});
router.post('/merge', async (ctx) => {
  const opts = _.merge({}, ctx.request.body); // expect: prototype-pollution
  const doc = yaml.load(ctx.request.body.yaml); // ok: unsafe-deserialization
  const hash = crypto.createHash('md5').update(ctx.request.body.password).digest('hex'); // expect: weak-hash
  const etag = crypto.createHash('sha256').update(JSON.stringify(opts)).digest('hex'); // ok: weak-hash
  ctx.body = { opts, doc, hash, etag };
});
router.get('/re', (ctx) => {
  const re = new RegExp(ctx.query.p); // expect: regex-injection
  ctx.body = re.test('abc');
  ctx.body = /^(a+)+$/.test(ctx.query.s); // expect: redos
});
router.get('/tls', async (ctx) => {
  const agent = new https.Agent({ rejectUnauthorized: false }); // expect: tls-verification-disabled
  ctx.body = await new Promise((r) => https.get('https://internal.example.com', { agent }, r));
});
const cipher = crypto.createCipheriv('des-ede3-cbc', key(), iv()); // expect: weak-cipher
const good = crypto.createCipheriv('aes-256-gcm', key(), iv()); // ok: weak-cipher
function key() { return crypto.randomBytes(32); }
function iv() { return crypto.randomBytes(12); }
app.use(koaBody()).use(router.routes());
