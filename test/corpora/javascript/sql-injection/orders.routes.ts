import { Router, Request, Response, NextFunction } from 'express';
import { Pool } from 'pg';
import mysql from 'mysql2/promise';
import { Sequelize, QueryTypes, Op, literal } from 'sequelize';
import knexFactory from 'knex';
import { PrismaClient, Prisma } from '@prisma/client';
import { body, param, query, validationResult, matchedData } from 'express-validator';
import Joi from 'joi';
import { z } from 'zod';
import { promisify } from 'util';
import sqlite3 from 'sqlite3';

const router = Router();
const pool = new Pool();
const connection = mysql.createPool({ host: process.env.DB_HOST });
const sequelize = new Sequelize(process.env.DATABASE_URL!);
const knex = knexFactory({ client: 'pg' });
const prisma = new PrismaClient();
const lite = new sqlite3.Database('app.db');

const SORTABLE = ['created', 'total'] as const;
const columns: Record<string, string> = { date: 'created', sum: 'total' };

router.get('/pg', async (req, res) => {
  const { rows } = await pool.query(`SELECT * FROM orders WHERE status = '${req.query.status}'`); // expect: sql-injection
  res.json(rows);
});

router.get('/pg-safe', async (req, res) => {
  const { rows } = await pool.query('SELECT * FROM orders WHERE status = $1', [req.query.status]); // ok: sql-injection
  res.json(rows);
});

router.get('/pg-object', async (req, res) => {
  const q = { name: 'find', text: 'SELECT * FROM orders WHERE id = ' + req.query.id, values: [] };
  const { rows } = await pool.query(q); // expect: sql-injection
  res.json(rows);
});

router.get('/mysql', async (req: Request, res: Response, next: NextFunction) => {
  try {
    const [rows] = await connection.execute('SELECT * FROM orders WHERE owner = "' + req.params.owner + '"'); // expect: sql-injection
    res.json(rows);
  } catch (err) {
    next(err);
  }
});

router.get('/mysql-escape', async (req, res) => {
  const [rows] = await connection.query('SELECT * FROM orders WHERE owner = ' + mysql.escape(req.query.owner)); // ok: sql-injection
  res.json(rows);
});

router.get('/mysql-format', async (req, res) => {
  const sql = mysql.format('SELECT * FROM ?? WHERE owner = ?', ['orders', req.query.owner]);
  const [rows] = await connection.query(sql); // ok: sql-injection
  res.json(rows);
});

router.get('/sequelize', async (req, res) => {
  const rows = await sequelize.query(`SELECT * FROM orders ORDER BY ${req.query.sort}`, { type: QueryTypes.SELECT }); // expect: sql-injection
  res.json(rows);
});

router.get('/sequelize-replacements', async (req, res) => {
  const rows = await sequelize.query('SELECT * FROM orders WHERE id = :id', { replacements: { id: req.query.id } }); // ok: sql-injection
  res.json(rows);
});

router.get('/sequelize-literal', async (req, res) => {
  const Order = sequelize.model('Order');
  const rows = await Order.findAll({ where: literal(`note = '${req.query.note}'`) }); // expect: sql-injection
  res.json(rows);
});

router.get('/knex', async (req, res) => {
  res.json(await knex('orders').whereRaw(`owner = '${req.query.owner}'`)); // expect: sql-injection
});

router.get('/knex-safe', async (req, res) => {
  res.json(await knex('orders').where('owner', req.query.owner as string).whereRaw('total > ?', [req.query.min as string])); // ok: sql-injection
});

router.get('/knex-raw', async (req, res) => {
  res.json(await knex.raw('select * from orders where id = ' + req.query.id)); // expect: sql-injection
});

router.get('/knex-order', async (req, res) => {
  res.json(await knex.select('*').from('orders').orderByRaw(req.query.order as string)); // expect: sql-injection
});

router.get('/prisma', async (req, res) => {
  res.json(await prisma.$queryRawUnsafe(`SELECT * FROM "Order" WHERE owner = '${req.query.owner}'`)); // expect: sql-injection
});

router.get('/prisma-tagged', async (req, res) => {
  res.json(await prisma.$queryRaw`SELECT * FROM "Order" WHERE owner = ${req.query.owner}`); // ok: sql-injection
});

router.get('/prisma-raw', async (req, res) => {
  res.json(await prisma.$queryRaw(Prisma.raw(`SELECT * FROM "Order" WHERE owner = '${req.query.owner}'`))); // expect: sql-injection
});

router.get('/prisma-find', async (req, res) => {
  res.json(await prisma.order.findMany({ where: { owner: String(req.query.owner) } })); // ok: sql-injection
});

router.get('/sqlite', (req, res) => {
  lite.all('SELECT * FROM orders WHERE id = ' + req.query.id, (err, rows) => res.json(rows)); // expect: sql-injection
});

router.get('/sqlite-safe', (req, res) => {
  lite.get('SELECT * FROM orders WHERE id = ?', req.query.id, (err, row) => res.json(row)); // ok: sql-injection
});

router.get('/number', async (req, res) => {
  const page = parseInt(req.query.page as string, 10) || 1;
  const { rows } = await pool.query('SELECT * FROM orders OFFSET ' + (page - 1) * 20); // ok: sql-injection
  res.json(rows);
});

router.get('/sorted', async (req, res) => {
  const sort = req.query.sort as string;
  if (!SORTABLE.includes(sort as any)) return res.status(400).end();
  const { rows } = await pool.query(`SELECT * FROM orders ORDER BY ${sort}`); // ok: sql-injection
  return res.json(rows);
});

router.get('/mapped', async (req, res) => {
  const column = columns[req.query.sort as string] ?? 'id';
  const { rows } = await pool.query(`SELECT * FROM orders ORDER BY ${column}`); // ok: sql-injection
  res.json(rows);
});

router.get('/direction', async (req, res) => {
  const dir = req.query.dir === 'desc' ? 'DESC' : 'ASC';
  const { rows } = await pool.query(`SELECT * FROM orders ORDER BY id ${dir}`); // ok: sql-injection
  res.json(rows);
});

router.get('/validated/:id', param('id').isInt(), async (req, res) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(400).json({ errors: errors.array() });
  const { rows } = await pool.query(`SELECT * FROM orders WHERE id = ${req.params.id}`); // ok: sql-injection
  return res.json(rows);
});

router.get('/validated-weakly', query('name').isLength({ max: 50 }), async (req, res) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(400).end();
  const { rows } = await pool.query(`SELECT * FROM orders WHERE name = '${req.query.name}'`); // expect: sql-injection
  return res.json(rows);
});

const listSchema = Joi.object({ sort: Joi.string().valid('created', 'total').required(), q: Joi.string() });

router.get('/joi', async (req, res) => {
  const { error, value } = listSchema.validate(req.query);
  if (error) return res.status(400).end();
  await pool.query(`SELECT * FROM orders ORDER BY ${value.sort}`); // ok: sql-injection
  const { rows } = await pool.query(`SELECT * FROM orders WHERE note = '${value.q}'`); // expect: sql-injection
  return res.json(rows);
});

const pageSchema = z.object({ page: z.coerce.number().int(), sort: z.enum(['created', 'total']), search: z.string().min(1) });

router.get('/zod', async (req, res) => {
  const parsed = pageSchema.parse(req.query);
  await pool.query(`SELECT * FROM orders ORDER BY ${parsed.sort} OFFSET ${parsed.page}`); // ok: sql-injection
  const { rows } = await pool.query(`SELECT * FROM orders WHERE note LIKE '%${parsed.search}%'`); // expect: sql-injection
  res.json(rows);
});

router.get('/zod-safe', async (req, res) => {
  const parsed = pageSchema.safeParse(req.query);
  if (!parsed.success) return res.status(400).json(parsed.error);
  const { rows } = await pool.query(`SELECT * FROM orders OFFSET ${parsed.data.page}`); // ok: sql-injection
  return res.json(rows);
});

router.post('/bulk', async (req, res) => {
  const ids: string[] = [...(req.body.ids ?? []), 'none'];
  const list = ids.map((id) => `'${id}'`).join(',');
  await pool.query(`DELETE FROM orders WHERE id IN (${list})`); // expect: sql-injection
  const marks = ids.map((_, i) => `$${i + 1}`).join(',');
  await pool.query(`DELETE FROM orders WHERE id IN (${marks})`, ids); // ok: sql-injection
  res.end();
});

router.post('/dynamic', async (req, res) => {
  const sets: string[] = [];
  const values: unknown[] = [];
  for (const [key, value] of Object.entries(req.body)) {
    sets.push(`${key} = $${values.length + 1}`);
    values.push(value);
  }
  await pool.query(`UPDATE orders SET ${sets.join(', ')} WHERE id = 1`, values); // expect: sql-injection
  res.end();
});

router.get('/defaults', async ({ query: { table = 'orders', ...rest } }, res) => {
  const { rows } = await pool.query(`SELECT * FROM ${table}`); // expect: sql-injection
  await pool.query(`SELECT * FROM orders WHERE x = '${rest.x}'`); // expect: sql-injection
  res.json(rows);
});

const lite$all = promisify(lite.all.bind(lite));
router.get('/promisified', async (req, res) => {
  res.json(await lite$all(`SELECT * FROM orders WHERE id = ${req.query.id}`)); // expect: sql-injection
});

router.get('/chain', (req, res) => {
  Promise.resolve(req.query.id)
    .then((id) => `SELECT * FROM orders WHERE id = ${id}`)
    .then((sql) => pool.query(sql)) // expect: sql-injection
    .then(({ rows }) => res.json(rows))
    .catch(() => res.status(500).end());
});

export default router;
