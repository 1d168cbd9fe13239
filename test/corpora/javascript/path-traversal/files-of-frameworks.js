const path = require('path');
const fs = require('fs');
const fsp = require('fs/promises');
const Koa = require('koa');
const Router = require('@koa/router');
const send = require('koa-send');
const fastify = require('fastify')();
const Hapi = require('@hapi/hapi');
const multer = require('multer');
const AdmZip = require('adm-zip');
const express = require('express');
const sanitize = require('sanitize-filename');

const ROOT = path.resolve(__dirname, 'public');
const app = new Koa();
const router = new Router();

router.get('/raw/:name', async (ctx) => {
  ctx.body = fs.createReadStream(path.join(ROOT, ctx.params.name)); // expect: path-traversal
});

router.get('/checked/:name', async (ctx) => {
  const file = path.resolve(ROOT, ctx.params.name);
  if (!file.startsWith(ROOT + path.sep)) ctx.throw(403);
  ctx.body = await fsp.readFile(file, 'utf8'); // ok: path-traversal
});

router.get('/relative', async (ctx) => {
  const file = path.join(ROOT, ctx.query.f);
  const rel = path.relative(ROOT, file);
  if (rel.startsWith('..') || path.isAbsolute(rel)) {
    ctx.status = 403;
    return;
  }
  ctx.body = await fsp.readFile(file, 'utf8'); // ok: path-traversal
});

router.get('/unresolved', async (ctx) => {
  const file = ROOT + '/' + ctx.query.f;
  if (!file.startsWith(ROOT)) ctx.throw(403);
  ctx.body = await fsp.readFile(file, 'utf8'); // expect: path-traversal
});

router.get('/base', async (ctx) => {
  ctx.body = await fsp.readFile(path.join(ROOT, path.basename(ctx.query.f)), 'utf8'); // ok: path-traversal
});

router.get('/stripped', async (ctx) => {
  const name = ctx.query.f.replace('../', '');
  ctx.body = await fsp.readFile(path.join(ROOT, name), 'utf8'); // expect: path-traversal
});

router.get('/send', async (ctx) => {
  await send(ctx, ctx.query.f, { root: ROOT }); // ok: path-traversal
});

router.delete('/:name', async (ctx) => {
  await fsp.unlink(`./uploads/${ctx.params.name}`); // expect: path-traversal
  await fsp.unlink(`./uploads/${sanitize(ctx.params.name)}`); // ok: path-traversal
});

fastify.get('/file/:name', async (request, reply) => {
  const stream = fs.createReadStream(`/srv/${request.params.name}`); // expect: path-traversal
  return reply.send(stream);
});

fastify.get('/by-id/:id', { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } }, async (request, reply) => {
  return reply.send(fs.createReadStream(`/srv/${request.params.id}.txt`)); // ok: path-traversal
});

const server = Hapi.server({ port: 3000 });
server.route({
  method: 'GET',
  path: '/logs/{file}',
  handler: (request, h) => {
    return fs.readFileSync('/var/log/app/' + request.params.file, 'utf8'); // expect: path-traversal
  },
});

const upload = multer({ dest: 'uploads/' });
const api = express();
api.post('/avatar', upload.single('avatar'), (req, res) => {
  fs.renameSync(req.file.path, path.join('avatars', req.file.originalname)); // expect: path-traversal
  fs.renameSync(req.file.path, path.join('avatars', req.file.filename)); // ok: path-traversal
  res.end();
});

api.get('/static', (req, res) => {
  res.sendFile(req.query.f, { root: ROOT }); // ok: path-traversal
  res.sendFile(path.join(ROOT, req.query.f)); // expect: path-traversal
  res.download('reports/' + req.query.f); // expect: path-traversal
});

api.get('/theme', (req, res) => {
  const theme = /^[a-z-]+$/.test(req.query.theme) ? req.query.theme : 'default';
  res.send(fs.readFileSync(`themes/${theme}.css`, 'utf8')); // ok: path-traversal
  const bad = /^[a-z./]+$/.test(req.query.bad) ? req.query.bad : 'default';
  res.type('text').send(fs.readFileSync(`themes/${bad}.css`, 'utf8')); // expect: path-traversal
});

api.post('/zip', upload.single('zip'), (req, res) => {
  const zip = new AdmZip(req.file.buffer);
  for (const e of zip.getEntries()) {
    fs.writeFileSync('/srv/out/' + e.entryName, e.getData()); // expect: path-traversal
    fs.writeFileSync(path.join('/srv/out/', path.basename(e.entryName)), e.getData()); // ok: path-traversal
  }
  res.end();
});

api.use('/files', express.static(ROOT));
