import Fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyRequest } from 'fastify';
import fastifyStatic from '@fastify/static';
import fastifyCookie from '@fastify/cookie';
import fastifyPostgres from '@fastify/postgres';
import mysql from 'mysql2/promise';
import { MongoClient, ObjectId } from 'mongodb';
import { z } from 'zod';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import got from 'got';
import ejs from 'ejs';
import Handlebars from 'handlebars';
import nunjucks from 'nunjucks';
import vm from 'node:vm';
import yaml from 'js-yaml';
import serialize from 'node-serialize';
import { XMLParser } from 'fast-xml-parser';
import libxmljs from 'libxmljs';

const app = Fastify({ logger: true });
await app.register(fastifyCookie, { secret: process.env.COOKIE_SECRET });
await app.register(fastifyPostgres, { connectionString: process.env.PG });
const pool = mysql.createPool({ host: 'localhost', user: 'app', password: process.env.DB_PASSWORD });
const mongo = new MongoClient(process.env.MONGO!);
const users = mongo.db('app').collection('users');

const Query = z.object({ id: z.coerce.number().int(), sort: z.enum(['name', 'age']).default('name'), q: z.string() });

interface ById { Params: { id: string }; Querystring: { q?: string } }

app.get<ById>('/users/:id', async (request, reply) => {
  const [rows] = await pool.query(`select * from users where id = ${request.params.id}`); // expect: sql-injection
  const [safe] = await pool.execute('select * from users where id = ?', [request.params.id]); // ok: sql-injection
  const [esc] = await pool.query('select * from users where id = ' + pool.escape(request.params.id)); // ok: sql-injection
  const client = await app.pg.connect();
  try {
    const { rows: more } = await client.query('select * from users where name = \'' + request.query.q + '\''); // expect: sql-injection
    return { rows, safe, esc, more };
  } finally {
    client.release();
  }
});

app.get('/typed', async (request) => {
  const { id, sort, q } = Query.parse(request.query);
  await pool.query(`select * from users where id = ${id} order by ${sort}`); // ok: sql-injection
  return pool.query(`select * from users where name = '${q}'`); // expect: sql-injection
});

app.get('/schema/:n', { schema: { params: { type: 'object', properties: { n: { type: 'integer' } } } } }, async (request) => {
  const { n } = request.params as { n: number };
  return pool.query(`select * from t limit ${n}`); // ok: sql-injection
});

app.post('/login', async (request: FastifyRequest<{ Body: { name: string; password: string } }>, reply) => {
  const { name, password } = request.body;
  const user = await users.findOne({ name, password }); // expect: nosql-injection
  const same = await users.findOne({ _id: new ObjectId(String(name)) }); // ok: nosql-injection
  if (typeof name !== 'string') return reply.code(400).send();
  const typed = await users.findOne({ name }); // ok: nosql-injection
  const where = await users.find({ $where: `this.name == '${name}'` }).toArray(); // expect: nosql-injection
  reply.setCookie('sid', String(user?._id), { httpOnly: true, secure: false }); // expect: insecure-cookie
  return { same, typed, where };
});

app.get('/page', async (request, reply) => {
  const { title } = request.query as { title: string };
  reply.type('text/html');
  return reply.send(`<title>${title}</title>`); // expect: xss
});

app.get('/json', async (request, reply) => reply.send({ q: request.query })); // ok: xss

app.get('/template', async (request, reply) => {
  const { tpl, name } = request.query as Record<string, string>;
  const a = ejs.render(tpl, { name }); // expect: template-injection
  const b = ejs.render('<p><%= name %></p>', { name }); // ok: template-injection
  const c = Handlebars.compile(tpl)({ name }); // expect: template-injection
  const d = nunjucks.renderString('Hello ' + name, {}); // expect: template-injection
  return { a, b, c, d };
});

app.post('/eval', async (request) => {
  const { code, n } = request.body as any;
  eval('var x = ' + code); // expect: code-injection
  new Function('a', `return a + ${code}`)(1); // expect: code-injection
  vm.runInNewContext(code, {}); // expect: code-injection
  setTimeout(code, 10); // expect: code-injection
  setTimeout(() => console.log('later'), Number(n)); // ok: code-injection
  eval(`1 + ${Number(n)}`); // ok: code-injection
  return JSON.parse(code); // ok: code-injection
});

app.post('/load', async (request) => {
  const text = String(request.body);
  const a = yaml.load(text); // ok: unsafe-deserialization
  const b = serialize.unserialize(text); // expect: unsafe-deserialization
  const c = libxmljs.parseXml(text, { noent: true }); // expect: xxe
  const d = libxmljs.parseXml(text); // ok: xxe
  const e = new XMLParser().parse(text); // ok: xxe
  return { a, b, c, d, e };
});

app.get('/dl/:file', async (request, reply) => {
  const { file } = request.params as { file: string };
  if (file.includes('..') || file.includes('/')) throw new Error('bad');
  return reply.send(createReadStream(resolve('dl', file))); // ok: path-traversal
});

app.get('/fetch', async (request) => {
  const { url } = request.query as { url: string };
  const target = new URL(url);
  if (!['api.example.com', 'cdn.example.com'].includes(target.hostname)) throw new Error('host');
  const ok = await got(target).text(); // ok: ssrf
  return ok + (await got.post(url, { json: {} }).text()); // ok: ssrf
});

app.get('/away', (request, reply) => {
  const { to } = request.query as { to: string };
  reply.redirect(to); // expect: open-redirect
});

app.get('/away2', (request, reply) => {
  const { to } = request.query as { to: string };
  const link = new URL(to, 'https://shop.example');
  if (link.origin !== 'https://shop.example') return reply.code(400).send('no');
  reply.redirect(link.href); // ok: open-redirect
});

const plugin: FastifyPluginAsync = async (fastify: FastifyInstance) => {
  fastify.addHook('onRequest', async (request) => {
    request.log.info({ agent: request.headers['user-agent'] }, 'request'); // ok: log-injection
    console.log('agent ' + request.headers['user-agent']); // expect: log-injection
  });
  fastify.get('/inner/:name', async ({ params }, reply) => {
    const name = (params as { name: string }).name;
    return pool.query(`drop table ${name}`); // expect: sql-injection
  });
};
await app.register(plugin, { prefix: '/p' });
await app.listen({ port: 3000 });
