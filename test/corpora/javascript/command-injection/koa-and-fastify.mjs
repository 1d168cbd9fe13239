import Koa from 'koa';
import Router from '@koa/router';
import { koaBody } from 'koa-body';
import fastify from 'fastify';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { exec as run } from 'node:child_process';
import util from 'node:util';
import http from 'node:http';
import { parse } from 'node:url';
import { createClient } from 'redis';
import Joi from 'joi';

const exec = util.promisify(run);
const router = new Router();
const schema = Joi.object({ name: Joi.string().alphanum().required(), note: Joi.string() });

router.get('/a/:name', async (ctx) => {
  ctx.body = `<h1>${ctx.params.name}</h1>`; // expect: xss
});
router.get('/b', async (ctx) => {
  ctx.body = { q: ctx.query.q }; // ok: xss
  ctx.redirect(ctx.query.to); // expect: open-redirect
});
router.post('/c', koaBody(), async (ctx) => {
  const { value, error } = schema.validate(ctx.request.body);
  if (error) ctx.throw(400);
  await exec(`mk ${value.name}`); // ok: command-injection
  await exec(`mk ${value.note}`); // expect: command-injection
  ctx.cookies.set('session', 'x', { httpOnly: false, secure: false }); // expect: insecure-cookie
});
router.get('/d', async (ctx, next) => {
  await next();
  await writeFile(join('/srv', ctx.query.f), ''); // expect: path-traversal
});

const server = fastify();
server.get('/x', async (request, reply) => {
  reply.type('text/html');
});
server.get('/y', { schema: { querystring: { type: 'object', properties: { n: { type: 'integer' }, s: { type: 'string' } } } } }, async (request) => {
  await exec(`kill ${request.query.n}`); // ok: command-injection
  await exec(`kill ${request.query.s}`); // expect: command-injection
  return { ok: true };
});
server.post('/up', async (request) => {
  const data = await request.file();
  await pipeline(data.file, createWriteStream(`/srv/up/${data.filename}`)); // expect: path-traversal
  return {};
});
server.setErrorHandler((error, request, reply) => {
  reply.code(400).send({ message: error.message }); // ok: xss
});

http.createServer(async (req, res) => {
  const { query, pathname } = parse(req.url, true);
  if (pathname === '/exec') await exec('id ' + query.u); // expect: command-injection
  let body = '';
  req.on('data', (chunk) => { body += chunk; });
  req.on('end', () => {
    const msg = JSON.parse(body);
    exec(`say ${msg.text}`); // expect: command-injection
    res.writeHead(200, { 'Content-Type': 'text/html' });
    res.end('<p>' + msg.text + '</p>'); // expect: xss
  });
  const client = createClient();
  await client.set('k', query.v);
  res.setHeader('X-Count', String(Number(query.c)));
}).listen(0);

new Koa().use(router.routes()).listen(3000);
