import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { PrismaClient, Prisma } from '@prisma/client';
import { Type, type Static } from '@sinclair/typebox';
import mysql from 'mysql2/promise';
import { spawn, execSync } from 'node:child_process';
import { readFile, writeFile, unlink, mkdir } from 'node:fs/promises';
import path from 'node:path';
import os from 'node:os';
import { randomBytes, createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual, createHmac, generateKeyPairSync } from 'node:crypto';
import https from 'node:https';
import jwt from 'jsonwebtoken';
import { request } from 'undici';
import yaml from 'js-yaml';
import { XMLParser } from 'fast-xml-parser';
import { parseXml } from 'libxmljs2';

const prisma = new PrismaClient();
const db = mysql.createPool(process.env.MYSQL_URL!);
const ROOT = path.resolve('data');

const ListQuery = Type.Object({ page: Type.Integer(), kind: Type.Union([Type.Literal('a'), Type.Literal('b')]), q: Type.String() });

interface ById { Params: { id: string }; Querystring: { name: string; lines: string } }

function inside(root: string, name: string): string {
  const full = path.resolve(root, name);
  if (!full.startsWith(root + path.sep)) throw Object.assign(new Error('outside'), { statusCode: 403 });
  return full;
}
const weakInside = (root: string, name: string) => {
  const full = path.join(root, name);
  if (full.indexOf(root) === -1) throw new Error('outside');
  return full;
};

export default async function routes(app: FastifyInstance) {
  app.get<{ Querystring: Static<typeof ListQuery> }>('/list', { schema: { querystring: ListQuery } }, async (req) => {
    const { page, kind, q } = req.query;
    const [a] = await db.query(`select * from t where kind = '${kind}' limit 20 offset ${page * 20}`); // ok: sql-injection
    const [b] = await db.query(`select * from t where name like '%${q}%'`); // expect: sql-injection
    const [c] = await db.execute('select * from t where name like ?', [`%${q}%`]); // ok: sql-injection
    return { a, b, c };
  });
  app.get<ById>('/p/:id', async (req, reply) => {
    const rows = await prisma.$queryRaw`select * from p where id = ${req.params.id}`; // ok: sql-injection
    const more = await prisma.$queryRawUnsafe(`select * from p where id = '${req.params.id}'`); // expect: sql-injection
    const again = await prisma.$queryRawUnsafe('select * from p where id = $1', req.params.id); // ok: sql-injection
    const third = await prisma.$queryRaw(Prisma.raw(`select * from p where id = ${req.params.id}`)); // expect: sql-injection
    const fourth = await prisma.$queryRaw(Prisma.sql`select * from p where name = ${req.query.name}`); // ok: sql-injection
    const fifth = await prisma.user.findMany({ where: { name: { contains: req.query.name } } }); // ok: sql-injection
    reply.send({ rows, more, again, third, fourth, fifth });
  });
  app.get<ById>('/f/:id', async (req, reply) => {
    reply.send(await readFile(inside(ROOT, req.params.id))); // ok: path-traversal
  });
  app.get<ById>('/g/:id', async (req, reply) => {
    reply.send(await readFile(weakInside(ROOT, req.params.id))); // expect: path-traversal
  });
  app.delete('/f/:id', async (req: FastifyRequest<ById>, reply) => {
    await unlink(path.join(ROOT, req.params.id)); // expect: path-traversal
    return reply.code(204).send();
  });
  app.get<ById>('/tail/:id', async (req, reply) => {
    const n = Number(req.query.lines) || 10;
    const child = spawn('tail', ['-n', `${n}`, inside(ROOT, req.params.id)]); // ok: command-injection
    reply.send(child.stdout);
  });
  app.get<ById>('/tail2/:id', async (req) => {
    return execSync(`tail -n ${req.query.lines} ${ROOT}/x.log`).toString(); // expect: command-injection
  });
  app.get<ById>('/tail3/:id', async (req, reply) => {
    const child = spawn(`grep ${req.query.name} x.log`, { shell: true }); // expect: command-injection
    reply.send(child.stdout);
  });
  app.post<{ Body: { url: string; host: string; doc: string } }>('/fetch', async (req) => {
    const { body } = await request(req.body.url); // expect: ssrf
    const r = await fetch(`https://${req.body.host}.example.com/feed`); // expect: ssrf
    const s = await fetch('https://example.com/feed?h=' + encodeURIComponent(req.body.host)); // ok: ssrf
    return { a: await body.text(), r, s };
  });
  app.post<{ Body: { doc: string } }>('/doc', async (req) => {
    const a = yaml.load(req.body.doc); // ok: unsafe-deserialization
    const b = parseXml(req.body.doc, { noent: true }); // expect: xxe
    const c = parseXml(req.body.doc); // ok: xxe
    const d = new XMLParser().parse(req.body.doc); // ok: xxe
    return { a, b, c, d };
  });
  app.get('/tok', async (req, reply) => {
    const token = Math.random().toString(36).slice(2); // expect: weak-random
    const session = randomBytes(32).toString('hex'); // ok: weak-random
    const jitter = Math.random() * 100; // ok: weak-random
    const signed = jwt.sign({ sub: 1 }, 'super-secret-signing-key'); // expect: hard-coded-secret
    const claims = jwt.decode(req.headers.authorization!.slice(7)); // expect: jwt-misuse
    const checked = jwt.verify(req.headers.authorization!.slice(7), process.env.KEY!, { algorithms: ['HS256'] }); // ok: jwt-misuse
    reply.setCookie('session', session, { httpOnly: true, secure: true, path: '/' }); // ok: insecure-cookie
    reply.setCookie('token', token, { path: '/' }); // expect: insecure-cookie
    return { jitter, signed, claims, checked };
  });
  app.post<{ Body: { secret: string; pw: string; sig: string } }>('/crypto', async (req) => {
    const cipher = createCipheriv('des-ede3-cbc', scryptSync(req.body.secret, 'salt', 24), Buffer.alloc(8)); // expect: weak-cipher
    const good = createCipheriv('aes-256-gcm', scryptSync(req.body.secret, randomBytes(16), 32), randomBytes(12)); // ok: weak-cipher
    const weak = pbkdf2Sync(req.body.pw, randomBytes(16), 10, 32, 'sha1'); // expect: weak-hash
    const pair = generateKeyPairSync('rsa', { modulusLength: 1024 }); // expect: weak-cipher
    const mac = createHmac('sha256', process.env.K!).update(req.body.pw).digest();
    const same = timingSafeEqual(mac, Buffer.from(req.body.sig, 'hex'));
    return { cipher, good, weak, pair, same };
  });
  app.get('/tmp', async (req) => {
    await writeFile('/tmp/report.csv', 'a,b'); // expect: insecure-temporary-file
    await writeFile(path.join(os.tmpdir(), `report-${randomBytes(8).toString('hex')}.csv`), 'a,b'); // ok: insecure-temporary-file
    https.get('https://internal', { rejectUnauthorized: false }); // expect: tls-verification-disabled
    https.get('https://internal', { rejectUnauthorized: true }); // ok: tls-verification-disabled
    req.log.info(`user agent ${req.headers['user-agent']}`); // ok: log-injection
    req.log.info({ ua: req.headers['user-agent'] }, 'agent'); // ok: log-injection
    return {};
  });
}
const server = Fastify({ logger: true });
server.register(routes, { prefix: '/api' });
server.setErrorHandler((error, _req, reply) => {
  reply.status(500).send({ message: error.message, stack: error.stack }); // expect: information-exposure
});
