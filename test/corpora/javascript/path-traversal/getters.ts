import fs from 'node:fs';
import path from 'node:path';
import { FastifyReply, FastifyRequest } from 'fastify';

class Upload {
  constructor(private readonly raw: string, private readonly folder = '/srv/up') {}

  get file(): string {
    return path.join(this.folder, this.raw);
  }

  get safeFile(): string {
    return path.join(this.folder, path.basename(this.raw));
  }
}

export async function read(request: FastifyRequest<{ Querystring: { name: string } }>, reply: FastifyReply) {
  const upload = new Upload(request.query.name);
  if (request.headers.accept === 'text/plain') return reply.send(fs.createReadStream(upload.safeFile)); // ok: path-traversal
  return reply.send(fs.createReadStream(upload.file)); // expect: path-traversal
}

const SAFE_NAME = /^[\w-]+\.txt$/;
export async function write(request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) {
  const { name } = request.params;
  if (!SAFE_NAME.test(name)) throw new Error('bad name');
  fs.writeFileSync(path.join('/srv/up', name), 'x'); // ok: path-traversal
  return reply.code(204).send();
}
