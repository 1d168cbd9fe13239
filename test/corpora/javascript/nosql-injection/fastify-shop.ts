import Fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyRequest, type FastifyReply } from 'fastify';
import fastifyStatic from '@fastify/static';
import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import { MongoClient, ObjectId } from 'mongodb';
import { createWriteStream, promises as fsp } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { join, resolve, sep, basename } from 'node:path';
import { got } from 'got';
import { z } from 'zod';
import { createHash, createHmac, timingSafeEqual, randomBytes, pbkdf2Sync, scryptSync } from 'node:crypto';
import https from 'node:https';

interface SearchQuery { q: string; page: number }
interface FileParams { name: string }

const server: FastifyInstance = Fastify({ logger: true });
const mongo = new MongoClient(process.env.MONGO_URL!);
const items = mongo.db('shop').collection('items');
const storage = resolve('storage');

await server.register(fastifyCors, { origin: true, credentials: true }); // expect: cors-misconfiguration
await server.register(fastifyCookie, { secret: 'my-cookie-signing-secret' }); // expect: hard-coded-secret

server.get<{ Querystring: SearchQuery }>('/search', async (request, reply) => {
  const { q } = request.query;
  reply.type('text/html');
  return `<p>Results for ${q}</p>`; // expect: xss
});
server.get<{ Querystring: SearchQuery }>('/search.txt', async (request) => {
  return `Results for ${request.query.q}`; // ok: xss
});
server.get<{ Querystring: SearchQuery }>('/search.html', async (request, reply) => {
  reply.header('content-type', 'text/html').send('<b>' + request.query.q + '</b>'); // expect: xss
});
server.post('/login', async (request, reply) => {
  const { user, password } = request.body as { user: string; password: string };
  const found = await items.findOne({ user, password }); // expect: nosql-injection
  const again = await items.findOne({ user: String(user) }); // ok: nosql-injection
  const eq = await items.findOne({ user: { $eq: user } }); // ok: nosql-injection
  if (typeof password !== 'string') return reply.code(400).send();
  const third = await items.findOne({ password }); // ok: nosql-injection
  const where = await items.find({ $where: `this.owner == '${user}'` }).toArray(); // expect: nosql-injection
  return { found, again, eq, third, where };
});
server.get<{ Params: { id: string } }>('/items/:id', async (request) => {
  return items.findOne({ _id: new ObjectId(request.params.id) }); // ok: nosql-injection
});
const Body = z.object({ name: z.string().max(40), path: z.string().regex(/^[\w-]+$/), url: z.string().url() });
server.post('/save', async (request) => {
  const body = Body.parse(request.body);
  await items.insertOne(body);
  await items.findOne({ name: body.name }); // ok: nosql-injection
  await fsp.writeFile(join(storage, body.path), body.name); // ok: path-traversal
  await fsp.writeFile(join(storage, body.name), 'x'); // expect: path-traversal
  return got(body.url).json(); // expect: ssrf
});
const plugin: FastifyPluginAsync = async (app) => {
  app.route<{ Params: FileParams }>({
    method: 'GET',
    url: '/files/:name',
    handler: async (request, reply) => {
      const target = resolve(storage, request.params.name);
      if (!target.startsWith(storage + sep)) return reply.code(403).send();
      return fsp.readFile(target); // ok: path-traversal
    },
  });
  app.route<{ Params: FileParams }>({
    method: 'DELETE',
    url: '/files/:name',
    schema: { params: { type: 'object', properties: { name: { type: 'string' } } } },
    handler: async (request) => fsp.unlink(resolve(storage, request.params.name)), // expect: path-traversal
  });
  app.post('/upload', async (request) => {
    const data = await request.file();
    await pipeline(data!.file, createWriteStream(join(storage, data!.filename))); // expect: path-traversal
    await pipeline(data!.file, createWriteStream(join(storage, basename(data!.filename)))); // ok: path-traversal
  });
};
server.register(plugin, { prefix: '/v1' });

function verified(request: FastifyRequest, reply: FastifyReply) {
  const raw = JSON.stringify(request.body);
  const mac = createHmac('sha256', process.env.HOOK!).update(raw).digest();
  const given = Buffer.from(String(request.headers['x-sig']), 'hex');
  if (mac.length !== given.length || !timingSafeEqual(mac, given)) { reply.code(401).send(); return false; }
  return true;
}
server.post('/hook', async (request, reply) => {
  if (!verified(request, reply)) return;
  const u = new URL('/cb', 'https://partner.example');
  u.searchParams.set('id', (request.body as { id: string }).id);
  await fetch(u); // ok: ssrf
});
export function storePassword(password: string) {
  const salt = randomBytes(16);
  const a = createHash('sha1').update(password).digest('hex'); // expect: weak-hash
  const c = scryptSync(password, salt, 64); // ok: weak-hash
  const d = pbkdf2Sync(password, salt, 10, 64, 'sha512'); // expect: weak-hash
  const e = pbkdf2Sync(password, salt, 310_000, 64, 'sha512'); // ok: weak-hash
  return { a, c, d, e };
}
export const agent = new https.Agent({ rejectUnauthorized: false }); // expect: tls-verification-disabled
export const agent2 = new https.Agent({ rejectUnauthorized: true, minVersion: 'TLSv1.2' }); // ok: tls-verification-disabled
export const agent3 = new https.Agent({ secureProtocol: 'TLSv1_method' }); // expect: weak-cipher
server.register(fastifyStatic, { root: storage });
