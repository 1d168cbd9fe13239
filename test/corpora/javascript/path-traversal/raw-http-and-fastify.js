'use strict';
const http = require('http');
const fs = require('fs');
const path = require('path');
const url = require('url');
const fastify = require('fastify')();

http.createServer((req, res) => {
  const pathname = url.parse(req.url).pathname;
  fs.readFile('.' + pathname, (err, data) => { // expect: path-traversal
    if (err) return res.writeHead(404).end();
    res.writeHead(200).end(data);
  });
}).listen(1);

fastify.get('/doc/:name', async (request, reply) => {
  const stream = fs.createReadStream(path.resolve('docs', request.params.name)); // expect: path-traversal
  return reply.type('text/plain').send(stream);
});
const docs = { terms: 'terms.txt', privacy: 'privacy.txt' };
fastify.get('/fixed/:name', async (request, reply) => {
  const file = docs[request.params.name];
  if (!file) return reply.code(404).send();
  return reply.send(fs.readFileSync(path.join('docs', file), 'utf8')); // ok: path-traversal
});
fastify.route({
  method: 'DELETE',
  url: '/doc',
  schema: { body: { type: 'object', properties: { file: { type: 'string' } } } },
  handler: async (request) => {
    const { file } = request.body;
    await fs.promises.rm('docs/' + file); // expect: path-traversal
    return { ok: true };
  },
});
