import express, { type NextFunction, type Request, type Response } from 'express';
import knexLib from 'knex';
import mysql from 'mysql2/promise';
import path from 'node:path';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { OrderRepository, report, reportSafe } from './repository';
import axios from 'axios';

const app = express();
const orders = new OrderRepository(mysql.createPool(process.env.DB ?? ''));
const knex = knexLib({ client: 'mysql2' });
const asyncHandler = (fn: (req: Request, res: Response) => Promise<unknown>) => (req: Request, res: Response, next: NextFunction) => fn(req, res).catch(next);

app.post('/orders/search', express.json(), asyncHandler(async (req, res) => res.json(await orders.byFilter(req.body))));
app.post('/orders/column', express.json(), asyncHandler(async (req, res) => res.json(await orders.byColumn(req.body))));
app.get('/report', asyncHandler(async ({ query: { from, sort } }, res) => res.json(await report(knex, String(from), String(sort)))));
app.get('/report2', asyncHandler(async ({ query: { from, sort } }, res) => res.json(await reportSafe(knex, String(from), String(sort)))));

class Invoices {
  #root = path.resolve('invoices');
  async open(name: string) {
    return readFile(path.join(this.#root, name)); // expect: path-traversal
  }
  async openInside(name: string) {
    const file = path.resolve(this.#root, name);
    const relative = path.relative(this.#root, file);
    if (relative.startsWith('..') || path.isAbsolute(relative)) throw new Error('outside');
    await stat(file); // ok: path-traversal
    return readFile(file); // ok: path-traversal
  }
}
const invoices = new Invoices();
app.get('/invoice/:name', asyncHandler(async (req, res) => res.send(await invoices.open(req.params.name as string))));
app.get('/invoice2/:name', asyncHandler(async (req, res) => res.send(await invoices.openInside(req.params.name as string))));

app.post('/hook', express.raw({ type: '*/*' }), asyncHandler(async (req, res) => {
  const mine = createHmac('sha256', process.env.HOOK ?? '').update(req.body).digest();
  if (!timingSafeEqual(mine, Buffer.from(String(req.headers['x-sig']), 'hex'))) return res.sendStatus(401);
  const event = JSON.parse(req.body.toString());
  res.json(event);
}));
app.get('/avatar', asyncHandler(async (req, res) => {
  const { size, mail } = req.query as Record<string, string>;
  const id = createHash('sha256').update(mail!.trim().toLowerCase()).digest('hex');
  const { data } = await axios.get(`https://www.gravatar.com/avatar/${id}?s=${size}`); // ok: ssrf
  const other = await axios({ url: req.query.base + '/avatar', method: 'get' }); // expect: ssrf
  res.json({ data, other: other.status });
}));
const actions: Record<string, (req: Request) => unknown> = { start: () => 1, stop: () => 2 };
app.post('/action/:name', (req, res) => {
  const action = actions[req.params.name as string];
  if (action === undefined) return res.sendStatus(404);
  res.json(action(req));
});
app.post('/invoke', (req, res) => res.json((orders as any)[req.body.method](...req.body.args))); // expect: unsafe-reflection
app.post('/settings', (req, res) => {
  const settings: any = { theme: {} };
  for (const [key, value] of Object.entries(req.body)) {
    const keys = key.split('.');
    const last = keys.pop()!;
    let at = settings;
    for (const k of keys) at = at[k] ??= {}; // expect: prototype-pollution
    if (last === '__proto__') continue;
    at[last] = value; // expect: prototype-pollution
  }
  res.json(settings);
});
app.get('/search', (req, res) => {
  res.set('Content-Type', 'text/html');
  res.send(`<input value="${String(req.query.q).replaceAll('"', '')}">`); // expect: xss
});
app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
  console.error(error);
  res.status(500).json({ error: 'internal' }); // ok: information-exposure
});
