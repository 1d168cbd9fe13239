import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { body, param, query, validationResult } from 'express-validator';
import Joi from 'joi';
import { z } from 'zod';
import helmet from 'helmet';
import rateLimit from 'express-rate-limit';
import { Pool } from 'pg';
import sqlite3 from 'sqlite3';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql, eq } from 'drizzle-orm';
import { Kysely, sql as ksql } from 'kysely';
import { createClient } from 'redis';
import { parse } from 'node:url';
import * as path from 'node:path';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fork, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import puppeteer from 'puppeteer';
import nodemailer from 'nodemailer';
import pino from 'pino';
import he from 'he';
import validator from 'validator';
import pug from 'pug';
import { JSDOM } from 'jsdom';

const app = express();
app.use(helmet(), express.json(), rateLimit({ windowMs: 60_000 }));
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const lite = new sqlite3.Database(':memory:');
const better = new Database('app.db');
const orm = drizzle(pool);
const kysely = new Kysely<any>({ dialect: {} as any });
const log = pino();

const validate = (schema: z.ZodTypeAny): RequestHandler => (req, res, next) => {
  const parsed = schema.safeParse(req.body);
  if (!parsed.success) return res.status(400).json(parsed.error.issues);
  req.body = parsed.data;
  next();
};

const checked = (...chains: any[]): RequestHandler[] => [
  ...chains,
  (req: Request, res: Response, next: NextFunction) => {
    const errors = validationResult(req);
    if (!errors.isEmpty()) return res.status(422).json({ errors: errors.array() });
    next();
  },
];

class NotFound extends Error {
  constructor(public readonly what: string) {
    super(`not found: ${what}`);
  }
}

abstract class Controller {
  abstract table: string;
  constructor(protected readonly db: Pool) {}
  list = async (req: Request, res: Response) => {
    const { rows } = await this.db.query(`select * from ${this.table} where owner = '${req.query.owner}'`); // expect: sql-injection
    res.json(rows);
  };
  one = async (req: Request, res: Response) => {
    const id = BigInt(req.params.id);
    const { rows } = await this.db.query(`select * from ${this.table} where id = ${id}`); // ok: sql-injection
    if (rows.length === 0) throw new NotFound(req.params.id);
    res.json(rows[0]);
  };
}
class Posts extends Controller {
  table = 'posts';
}
const posts = new Posts(pool);
app.get('/posts', posts.list);
app.get('/posts/:id', posts.one);

app.post('/tags', validate(z.object({ name: z.string().regex(/^[a-z]+$/), note: z.string().max(20) })), (req, res) => {
  lite.run(`insert into tags values ('${req.body.name}')`); // ok: sql-injection
  lite.run(`insert into notes values ('${req.body.note}')`); // expect: sql-injection
  lite.get('select * from tags where name = ?', [req.body.note], (err, row) => res.json(row)); // ok: sql-injection
});

app.get('/items/:kind', checked(param('kind').isIn(['a', 'b']), query('q').isString()), (req: Request, res: Response) => {
  const rows = better.prepare(`select * from ${req.params.kind}`).all(); // ok: sql-injection
  res.json(rows);
});

app.get('/drizzle/:id', async (req, res) => {
  await orm.execute(sql`select * from posts where id = ${req.params.id}`); // ok: sql-injection
  await orm.execute(sql.raw(`select * from posts where id = ${req.params.id}`)); // expect: sql-injection
  await ksql`select * from posts where id = ${req.params.id}`.execute(kysely); // ok: sql-injection
  await kysely.selectFrom('posts').where('id', '=', req.params.id).execute(); // ok: sql-injection
  await kysely.selectFrom('posts').orderBy(ksql.raw(String(req.query.sort))).execute(); // expect: sql-injection
  res.end();
});

const schema = Joi.object({ host: Joi.string().hostname().required(), count: Joi.number().max(5), args: Joi.string() });
app.post('/ping', (req, res) => {
  const { value, error } = schema.validate(req.body);
  if (error) return res.status(400).send(error.details);
  spawnSync('ping', ['-c', String(value.count), value.host]); // ok: command-injection
  spawnSync(`ping -c ${value.count} localhost`, { shell: true }); // ok: command-injection
  spawnSync(`ping ${value.args}`, { shell: true }); // expect: command-injection
  fork(req.body.script); // expect: command-injection
  new Worker(req.body.code, { eval: true }); // expect: code-injection
  res.end();
});

app.get('/static/*', (req, res) => {
  const file = path.normalize(req.params[0]).replace(/^(\.\.(\/|\\|$))+/, '');
  createReadStream(path.join('public', file)).pipe(res); // ok: path-traversal
  const relative = path.relative('public', path.resolve('public', req.params[0]));
  if (relative.startsWith('..') || path.isAbsolute(relative)) return res.sendStatus(403);
});

app.get('/themes/:theme', (req, res) => {
  const file = `${__dirname}/themes/${req.params.theme}.css`;
  if (!existsSync(file)) return res.sendStatus(404); // ok: path-traversal
  res.type('css').send(readFileSync(file, 'utf8')); // expect: path-traversal
});

app.get('/shot', async (req, res) => {
  const browser = await puppeteer.launch();
  const page = await browser.newPage();
  await page.goto(String(req.query.url)); // expect: ssrf
  await page.setContent(`<h1>${he.escape(String(req.query.title))}</h1>`); // ok: xss
  if (!validator.isURL(String(req.query.next), { host_whitelist: ['a.example'] })) return res.sendStatus(400);
});

app.get('/mail', async (req, res) => {
  const transport = nodemailer.createTransport({ host: 'smtp.example', auth: { user: 'a', pass: 'Sm7p-Pa55word' } }); // expect: hard-coded-secret
  await transport.sendMail({ to: 'a@example.com', subject: 'x', html: `<p>${req.query.text}</p>` }); // expect: xss
  await transport.sendMail({ to: 'a@example.com', subject: 'x', text: `${req.query.text}` }); // ok: xss
  log.info({ text: req.query.text }); // ok: log-injection
  res.send(pug.render('p= text', { text: req.query.text })); // ok: template-injection
  res.send(pug.render(`p ${req.query.text}`)); // expect: template-injection, xss
});

app.get('/dom', (req, res) => {
  const dom = new JSDOM('<p></p>');
  dom.window.document.querySelector('p')!.textContent = String(req.query.t);
  const cb = req.query.callback;
  res.type('js').send(`${cb}({})`); // expect: xss
  if (typeof cb === 'string' && /^[\w$.]+$/.test(cb)) res.type('js').send(`${cb}({})`); // ok: xss
  res.jsonp({ ok: true }); // ok: xss
  res.set('Access-Control-Allow-Origin', req.headers.origin!); // expect: cors-misconfiguration
  res.set('X-Page', encodeURIComponent(String(req.query.page))); // ok: header-injection
  res.end();
});

app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
  if (error instanceof NotFound) return res.status(404).send(error.message);
  log.error(error);
  res.status(500).json({ message: 'internal error' }); // ok: information-exposure
});

createServer((req, res) => {
  const { query: q, pathname } = parse(req.url ?? '', true);
  res.setHeader('Content-Type', 'text/html');
  res.write(`<p>${q.name}</p>`); // expect: xss
  res.end(`<p>${String(pathname).length}</p>`); // ok: xss
  const address = new URL(req.url ?? '', `http://${req.headers.host}`);
  if (address.searchParams.has('debug')) console.log(address.searchParams.get('debug')); // expect: log-injection
  let data = '';
  req.on('data', (chunk) => { data += chunk; });
  req.on('end', () => {
    const form = new URLSearchParams(data);
    pool.query(`select * from forms where id = '${form.get('id')}'`); // expect: sql-injection
    pool.query('select * from forms where id = $1', [form.get('id')]); // ok: sql-injection
  });
}).listen(8080);

export const source = new DataSource({ type: 'postgres', url: process.env.DATABASE_URL });
app.get('/typeorm', async (req, res) => {
  const manager = source.manager;
  await manager.query(`select * from users where name = '${req.query.name}'`); // expect: sql-injection
  await source.getRepository('User').findOneBy({ name: String(req.query.name) }); // ok: sql-injection
  await source.createQueryBuilder().select().from('User', 'u').where('u.name = :name', { name: req.query.name }).orderBy(req.query.sort as string).getMany(); // expect: sql-injection
  const cache = createClient();
  await cache.set('last', String(req.query.name)); // ok: nosql-injection
  await cache.eval(`return redis.call('get', '${req.query.key}')`); // expect: code-injection
  res.end();
});
