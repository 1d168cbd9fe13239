import Koa from 'koa';
import Router from '@koa/router';
import bodyParser from 'koa-bodyparser';
import send from 'koa-send';
import knexFactory from 'knex';
import { MongoClient, ObjectId } from 'mongodb';
import escapeHtml from 'escape-html';
import got from 'got';
import vm from 'node:vm';
import _ from 'lodash';
import Handlebars from 'handlebars';
import { z } from 'zod';

const knex = knexFactory({ client: 'pg', connection: process.env.PG });
const mongo = new MongoClient(process.env.MONGO);
const users = mongo.db('app').collection('users');
const router = new Router();

const Query = z.object({ id: z.coerce.number().int(), order: z.enum(['asc', 'desc']).default('asc'), term: z.string().max(100) });

router.get('/a', async (ctx) => {
  const { id, order, term } = Query.parse(ctx.query);
  ctx.body = await knex.raw(`select * from a where id = ${id} order by x ${order}`); // ok: sql-injection
  ctx.body = await knex.raw(`select * from a where t = '${term}'`); // expect: sql-injection
  ctx.body = await knex.raw('select * from a where t = ?', [term]); // ok: sql-injection
  ctx.body = await knex('a').whereRaw(`t ilike '%${term}%'`); // expect: sql-injection
  ctx.body = await knex('a').where('t', 'ilike', `%${term}%`); // ok: sql-injection
  ctx.body = await knex('a').orderByRaw(ctx.query.sort); // expect: sql-injection
  ctx.body = await knex('a').select(knex.raw('count(??) as n', [ctx.query.col])); // ok: sql-injection
});

router.post('/login', async (ctx) => {
  const { name, password } = ctx.request.body;
  ctx.body = await users.findOne({ name, password }); // expect: nosql-injection
  ctx.body = await users.findOne({ name: String(name), password: `${password}` }); // ok: nosql-injection
  ctx.body = await users.findOne({ name: { $eq: name } }); // ok: nosql-injection
  if (typeof name !== 'string') ctx.throw(400);
  ctx.body = await users.findOne({ name }); // ok: nosql-injection
});
router.get('/user/:id', async (ctx) => {
  ctx.body = await users.findOne({ _id: new ObjectId(ctx.params.id) }); // ok: nosql-injection
  ctx.body = await users.find({ $where: `this.name == '${ctx.params.id}'` }).toArray(); // expect: nosql-injection
  ctx.body = await users.aggregate([{ $match: ctx.request.body.filter }]).toArray(); // expect: nosql-injection
});
router.get('/page', (ctx) => {
  ctx.type = 'html';
  ctx.body = `<p>${ctx.query.msg}</p>`; // expect: xss
});
router.get('/page2', (ctx) => {
  ctx.type = 'html';
  ctx.body = `<p>${escapeHtml(ctx.query.msg)}</p>`; // ok: xss
});
router.get('/page3', (ctx) => {
  ctx.type = 'json';
  ctx.body = `{"x": ${JSON.stringify(ctx.query.msg)}}`; // ok: xss
});
router.get('/file', async (ctx) => {
  await send(ctx, ctx.query.path, { root: '/srv/files' }); // ok: path-traversal
});
router.get('/proxy', async (ctx) => {
  ctx.body = got.stream(ctx.query.url); // expect: ssrf
});
const HOSTS = new Set(['api.example.com', 'cdn.example.com']);
router.get('/proxy2', async (ctx) => {
  const url = new URL(ctx.query.url);
  if (!HOSTS.has(url.hostname)) ctx.throw(403);
  ctx.body = await got(url).text(); // ok: ssrf
});
router.get('/proxy3', async (ctx) => {
  const url = new URL(ctx.query.url);
  if (!url.hostname.includes('example.com')) ctx.throw(403);
  ctx.body = await got(url.href).text(); // expect: ssrf
});
router.post('/calc', (ctx) => {
  ctx.body = { r: vm.runInNewContext(ctx.request.body.expr, {}) }; // expect: code-injection
});
const OPS = { add: (a, b) => a + b, sub: (a, b) => a - b };
router.post('/calc2', (ctx) => {
  const { op, a, b } = ctx.request.body;
  if (!Object.hasOwn(OPS, op)) ctx.throw(400);
  ctx.body = { r: OPS[op](+a, +b) }; // ok: unsafe-reflection
});
router.post('/calc3', (ctx) => {
  const { op, a, b } = ctx.request.body;
  ctx.body = { r: OPS[op](+a, +b) }; // expect: unsafe-reflection
});
router.post('/tpl', (ctx) => {
  ctx.body = Handlebars.compile(ctx.request.body.template)({ user: 'x' }); // expect: template-injection
});
const card = Handlebars.compile('<b>{{name}}</b>');
router.post('/tpl2', (ctx) => {
  ctx.body = card({ name: ctx.request.body.name }); // ok: template-injection, xss
});
router.post('/set', (ctx) => {
  const state = {};
  _.set(state, ctx.request.body.path, ctx.request.body.value); // expect: prototype-pollution
  ctx.body = _.pick(state, ['a']);
});
router.post('/set2', (ctx) => {
  const state = Object.create(null);
  state[ctx.request.body.key] = ctx.request.body.value; // ok: prototype-pollution
  ctx.body = state;
});
router.get('/re', (ctx) => {
  const re = new RegExp(ctx.query.q, 'i'); // expect: regex-injection
  const re2 = new RegExp(_.escapeRegExp(ctx.query.q), 'i'); // ok: regex-injection
  ctx.body = ['a'].filter((x) => re.test(x) || re2.test(x));
});
router.get('/out', (ctx) => {
  ctx.redirect(ctx.query.next); // expect: open-redirect
});
router.get('/out2', (ctx) => {
  ctx.redirect(`/welcome?next=${encodeURIComponent(ctx.query.next)}`); // ok: open-redirect
});
router.get('/cookie', (ctx) => {
  ctx.cookies.set('sid', ctx.state.sid, { httpOnly: false, secure: false }); // expect: insecure-cookie
  ctx.cookies.set('sid', ctx.state.sid, { httpOnly: true, secure: true, sameSite: 'lax' }); // ok: insecure-cookie
});

const app = new Koa();
app.use(bodyParser());
app.use(router.routes());
app.listen(8080);
