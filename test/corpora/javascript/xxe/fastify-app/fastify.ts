import Fastify from 'fastify';
import { z } from 'zod';
import libxml from 'libxmljs';
import serialize from 'node-serialize';
import ldap from 'ldapjs';
import xpath from 'xpath';
import { DOMParser } from '@xmldom/xmldom';
import { Client } from '@elastic/elasticsearch';
import vm from 'node:vm';
import Handlebars from 'handlebars';
import nunjucks from 'nunjucks';
import { request as undici } from 'undici';
import got from 'got';
import * as unzipper from 'unzipper';
import fs from 'node:fs';
import path from 'node:path';

const app = Fastify({ logger: true });
const Body = z.object({ id: z.number().int(), kind: z.enum(['a', 'b']), note: z.string() });

app.post('/zod', async (request, reply) => {
  const { id, kind, note } = Body.parse(request.body);
  await app.pg.query(`SELECT * FROM t WHERE id = ${id} AND kind = '${kind}'`); // ok: sql-injection
  await app.pg.query(`SELECT * FROM t WHERE note = '${note}'`); // expect: sql-injection
  return reply.send({});
});
app.post('/xml', async (request) => {
  const doc = libxml.parseXml(request.body as string, { noent: true }); // expect: xxe
  const doc2 = libxml.parseXml(request.body as string); // ok: xxe
  const nodes = xpath.select(`//user[name='${(request.query as any).name}']`, new DOMParser().parseFromString('<a/>')); // expect: xpath-injection
  return { doc, doc2, nodes };
});
app.post('/obj', async (request) => serialize.unserialize((request.body as any).data)); // expect: unsafe-deserialization
app.get('/ldap', async (request) => {
  const { uid } = request.query as { uid: string };
  const client = ldap.createClient({ url: 'ldap://localhost' });
  client.search('ou=users', { filter: `(uid=${uid})` }, () => undefined); // expect: ldap-injection
  client.search('ou=users', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: uid }) }, () => undefined); // ok: ldap-injection
});
app.get<{ Querystring: { code: string; t: string } }>('/run', async (request, reply) => {
  vm.runInThisContext(request.query.code); // expect: code-injection
  const tpl = Handlebars.compile(request.query.t); // expect: template-injection
  const out = nunjucks.renderString('Hello {{ name }}', { name: request.query.t }); // ok: template-injection
  reply.header('X-Name', 'fixed'); // ok: header-injection
  return tpl({}) + out;
});
app.get<{ Params: { host: string } }>('/ping/:host', async (request) => {
  const a = await undici(`http://${request.params.host}/health`); // expect: ssrf
  const b = await got('http://localhost:9200/_search', { searchParams: { q: request.params.host } }); // ok: ssrf
  return [a, b];
});
app.post('/zip', async (request) => {
  const dir = await unzipper.Open.buffer(request.body as Buffer);
  for (const entry of dir.files) {
    entry.stream().pipe(fs.createWriteStream(path.join('/data', entry.path))); // expect: path-traversal
  }
});
const password = 'hunter2-Prod-2024!'; // expect: hard-coded-secret
const apiKey = process.env.API_KEY; // ok: hard-coded-secret
export { password, apiKey };
