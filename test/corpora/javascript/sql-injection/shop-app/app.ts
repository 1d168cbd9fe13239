import express, { Request, Response, NextFunction } from 'express';
import { Pool } from 'pg';
import { Sequelize, QueryTypes, Op } from 'sequelize';
import knexFactory from 'knex';
import * as fs from 'fs/promises';
import path from 'node:path';
import { exec, execFile, spawn } from 'child_process';
import { promisify } from 'util';
import axios from 'axios';
import { loadUser, findOrders, saveReport } from './repo';

const run = promisify(exec);
const pool = new Pool();
const sequelize = new Sequelize(process.env.DB_URL!);
const knex = knexFactory({ client: 'pg' });
const router = express.Router();
const UPLOADS = path.resolve(__dirname, 'uploads');

interface Filter { column: string; direction: 'asc' | 'desc'; }

class OrderQuery {
  private parts: string[] = [];
  private params: unknown[] = [];
  where(clause: string, ...values: unknown[]): this {
    this.parts.push(clause);
    this.params.push(...values);
    return this;
  }
  build() { return { text: `SELECT * FROM orders WHERE ${this.parts.join(' AND ')}`, values: this.params }; }
}

router.get('/orders', async (req: Request, res: Response) => {
  const q = new OrderQuery().where('customer_id = $1', req.query.customer);
  const { text, values } = q.build();
  const rows = await pool.query(text, values); // ok: sql-injection
  res.json(rows.rows);
});

router.get('/orders/raw', async (req, res) => {
  const q = new OrderQuery().where(`status = '${req.query.status}'`);
  const built = q.build();
  const rows = await pool.query(built.text, built.values); // expect: sql-injection
  res.json(rows.rows);
});

router.get('/sorted', async (req, res) => {
  const allowed: Record<string, string> = { price: 'price', name: 'name' };
  const column = allowed[String(req.query.sort)] ?? 'id';
  const rows = await pool.query(`SELECT * FROM items ORDER BY ${column}`); // ok: sql-injection
  const dir = req.query.dir === 'desc' ? 'DESC' : 'ASC';
  const more = await pool.query('SELECT * FROM items ORDER BY id ' + dir); // ok: sql-injection
  const bad = await pool.query(`SELECT * FROM items ORDER BY ${req.query.sort}`); // expect: sql-injection
  res.json([rows, more, bad]);
});

router.get('/knex', async (req, res) => {
  const a = await knex('users').whereRaw('name = ?', [req.query.name]); // ok: sql-injection
  const b = await knex('users').whereRaw(`name = '${req.query.name}'`); // expect: sql-injection
  const c = await knex('users').where({ name: req.query.name }).orderByRaw(req.query.order as string); // expect: sql-injection
  const d = await knex.raw('select * from users where id = ' + Number(req.query.id)); // ok: sql-injection
  res.json({ a, b, c, d });
});

router.get('/seq', async (req, res) => {
  const rows = await sequelize.query('SELECT * FROM t WHERE a = :a', { replacements: { a: req.query.a }, type: QueryTypes.SELECT }); // ok: sql-injection
  const bad = await sequelize.query(`SELECT * FROM t WHERE a = "${req.query.a}"`, { type: QueryTypes.SELECT }); // expect: sql-injection
  const lit = sequelize.literal(`score > ${req.query.min}`); // expect: sql-injection
  res.json({ rows, bad, lit });
});

router.get('/user/:id', async (req, res) => {
  const user = await loadUser(req.params.id);
  if (!user) return res.status(404).send(`<p>No user ${req.params.id}</p>`); // expect: xss
  res.send(`<h1>${escapeHtml(user.name)}</h1>`); // ok: xss
});

router.post('/find', async (req, res) => {
  const { filter } = req.body;
  res.json(await findOrders(filter));
});

router.post('/report', async (req, res, next) => {
  try {
    await saveReport(req.body.name, req.body.content);
    res.sendStatus(204);
  } catch (e) { next(e); }
});

router.get('/thumb', async (req, res) => {
  const { file, size } = req.query as { file: string; size: string };
  await run(`convert ${file} -resize ${size} out.png`); // expect: command-injection
  execFile('convert', [file, '-resize', size, 'out.png'], () => res.end()); // ok: command-injection
  const width = parseInt(size, 10);
  await run(`convert in.png -resize ${width} out.png`); // ok: command-injection
  const p = spawn('sh', ['-c', `identify ${file}`]); // expect: command-injection
  p.on('exit', () => undefined);
});

router.get('/download/:name', async (req, res) => {
  const target = path.join(UPLOADS, req.params.name);
  if (!target.startsWith(UPLOADS + path.sep)) return res.sendStatus(400);
  res.sendFile(target); // ok: path-traversal
});
router.get('/download2/:name', async (req, res) => {
  const data = await fs.readFile(path.join(UPLOADS, req.query.name as string), 'utf8'); // expect: path-traversal
  res.type('text/plain').send(data);
});
router.get('/download3', (req, res) => {
  const name = path.basename(req.query.name as string);
  res.download(path.join(UPLOADS, name)); // ok: path-traversal
});

const ALLOWED_HOSTS = new Set(['api.example.com', 'cdn.example.com']);
router.get('/proxy', async (req, res) => {
  const url = new URL(req.query.url as string);
  if (!ALLOWED_HOSTS.has(url.hostname)) return res.status(400).end();
  const r = await axios.get(url.href); // ok: ssrf
  res.json(r.data);
});
router.get('/proxy2', async (req, res) => {
  const client = axios.create({ baseURL: req.query.base as string }); // expect: ssrf
  const r = await client.get('/status');
  res.json(r.data);
});
router.get('/proxy3', async (req, res) => {
  const r = await axios.get(`https://api.example.com/users/${encodeURIComponent(req.query.id as string)}`); // ok: ssrf
  res.json(r.data);
});
router.get('/proxy4', async (req, res) => {
  const r = await fetch(`https://${req.query.region}.example.com/x`); // expect: ssrf
  res.json(await r.json());
});

router.get('/go', (req, res) => {
  const to = String(req.query.to ?? '/');
  if (to.startsWith('/') && !to.startsWith('//')) return res.redirect(to); // ok: open-redirect
  res.redirect('/');
});
router.get('/go2', (req, res) => {
  res.redirect(302, req.get('referer') ?? '/'); // ok: open-redirect
});
router.get('/go3', (req, res) => {
  res.writeHead(302, { Location: req.query.next as string }); // expect: open-redirect
  res.end();
});

function errorPage(err: Error, req: Request, res: Response, _next: NextFunction) {
  res.status(500).send(`<pre>${err.stack}</pre>`); // expect: information-exposure
}
router.use(errorPage);

function escapeHtml(s: string) {
  return s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
export default router;
