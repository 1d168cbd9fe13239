import { Hono } from 'hono';
import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import { ApolloServer } from '@apollo/server';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import { Kysely, sql as ksql } from 'kysely';
import { exec, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Server } from 'socket.io';
import WebSocket, { WebSocketServer } from 'ws';
import express from 'express';
import { body, param, validationResult } from 'express-validator';
import type { APIGatewayProxyEvent } from 'aws-lambda';

const db = drizzle(process.env.DB as string);
const ky = new Kysely<any>({} as never);
const hono = new Hono();

hono.get('/a', (c) => c.html(`<p>${c.req.query('n')}</p>`)); // expect: xss
hono.get('/b', (c) => c.text(`<p>${c.req.query('n')}</p>`)); // ok: xss
hono.get('/c', (c) => c.redirect(c.req.query('to') as string)); // expect: open-redirect
hono.post('/d', async (c) => {
  const { n } = await c.req.json();
  await db.execute(sql`SELECT * FROM t WHERE n = ${n}`); // ok: sql-injection
  await db.execute(sql.raw(`SELECT * FROM t WHERE n = '${n}'`)); // expect: sql-injection
  await ksql`SELECT * FROM t WHERE n = ${n}`.execute(ky); // ok: sql-injection
  await ksql`SELECT * FROM t WHERE n = ${ksql.raw(n)}`.execute(ky); // expect: sql-injection
  return c.json({ n });
});

const t = initTRPC.create();
export const router = t.router({
  read: t.procedure.input(z.object({ file: z.string() })).query(async ({ input }) => {
    return readFile(path.join('/srv', input.file), 'utf8'); // expect: path-traversal
  }),
  kill: t.procedure.input(z.object({ pid: z.number(), name: z.enum(['a', 'b']) })).mutation(({ input }) => {
    exec(`kill ${input.pid}`); // ok: command-injection
    exec(`kill ${input.name}`); // ok: command-injection
  }),
  say: t.procedure.input(z.string()).mutation((opts) => {
    exec(`say ${opts.input}`); // expect: command-injection
  }),
});

const resolvers = {
  Query: {
    file: (_: unknown, args: { name: string }) => readFile(`/srv/${args.name}`), // expect: path-traversal
  },
};
new ApolloServer({ typeDefs: '', resolvers });

new Server().on('connection', (socket) => {
  socket.on('run', (cmd) => exec(`run ${cmd}`)); // expect: command-injection
});
new WebSocketServer({ port: 1 }).on('connection', (ws: WebSocket) => {
  ws.on('message', (data) => {
    const msg = JSON.parse(data.toString());
    execFile('run', ['--', msg.arg]); // ok: command-injection
    exec(`run ${msg.arg}`); // expect: command-injection
  });
});

const app = express();
app.post('/v/:id', param('id').isInt(), body('n').isAlphanumeric(), (req, res) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(400).json({ errors: errors.array() });
  exec(`x ${req.params.id} ${req.body.n}`); // ok: command-injection
  exec(`x ${req.body.other}`); // expect: command-injection
  res.end();
});

class Job {
  private args: string[] = [];
  constructor(readonly name: string) {}
  add(a: string) {
    this.args.push(a);
    return this;
  }
  get line() {
    return [this.name, ...this.args].join(' ');
  }
}
class Failed extends Error {
  constructor(readonly culprit: string) {
    super(`failed: ${culprit}`);
  }
}
const handlers: Record<string, (x: string) => void> = {
  a: (x) => exec(`a ${x}`), // expect: command-injection
  b: (x) => execFile('b', ['--', x]), // ok: command-injection
};
app.get('/jobs', (req, res) => {
  const q = req.query as Record<string, string>;
  exec(new Job('ls').add(q.d).line); // expect: command-injection
  exec(new Job('ls').add('-l').line); // ok: command-injection
  try {
    throw new Failed(q.c);
  } catch (e) {
    res.send(`<p>${(e as Failed).culprit}</p>`); // expect: xss
  }
  handlers[q.kind === 'a' ? 'a' : 'b'](q.x);
  const { a = 'x', ...rest } = q;
  exec(`y ${rest.z}`); // expect: command-injection
  const limited = Math.min(Number(q.n) || 10, 100);
  exec(`z ${limited}`); // ok: command-injection
  const id = q.id.replace(/[^a-z0-9]/gi, '');
  exec(`z ${id}`); // ok: command-injection
  const id2 = q.id.replace(/[^a-z0-9;]/gi, '');
  exec(`z ${id2}`); // expect: command-injection
  Promise.all([q.p].map(async (p) => p.trim())).then(([p]) => exec(`p ${p}`)); // expect: command-injection
  const cached = new Map<string, string>([['k', q.k]]);
  exec(`m ${cached.get('k')}`); // expect: command-injection
  exec(`m ${cached.size}`); // ok: command-injection
});

export const handler = async (event: APIGatewayProxyEvent) => {
  const n = event.queryStringParameters?.n;
  exec(`x ${n}`); // expect: command-injection
  return { statusCode: 302, headers: { Location: `/p/${n}` }, body: '' }; // ok: open-redirect
};
