import express, { Request, Response, NextFunction, RequestHandler } from 'express';
import { Pool, QueryResult } from 'pg';
import { Server as IOServer, Socket } from 'socket.io';
import { createServer } from 'http';
import { execa, execaCommand } from 'execa';
import { readFile, writeFile } from 'fs/promises';
import path from 'path';
import { body, param, validationResult, matchedData } from 'express-validator';
import validator from 'validator';
import createDOMPurify from 'dompurify';
import { JSDOM } from 'jsdom';
import escapeHtml from 'escape-html';
import { XMLParser } from 'fast-xml-parser';
import { Kafka } from 'kafkajs';
import OpenAI from 'openai';
import ky from 'ky';

const app = express();
const http = createServer(app);
const io = new IOServer(http, { cors: { origin: '*', credentials: true } }); // expect: cors-misconfiguration
const pool = new Pool({ password: process.env.PG });
const purify = createDOMPurify(new JSDOM('').window as never);
const openai = new OpenAI();

abstract class BaseRepo<T> {
  protected abstract readonly table: string;
  protected run(sql: string, args: unknown[] = []): Promise<QueryResult> {
    return pool.query(sql, args); // expect: sql-injection
  }
  find(id: string) { return this.run(`SELECT * FROM ${this.table} WHERE id = $1`, [id]); }
}
class RoomRepo extends BaseRepo<{ id: string }> {
  protected readonly table = 'rooms';
  byName(name: string) { return this.run(`SELECT * FROM rooms WHERE name = '${name}'`); }
}
class UserRepo extends BaseRepo<{ id: string }> {
  protected readonly table = 'users';
}
const rooms = new RoomRepo();
const users = new UserRepo();

const catchAsync = (fn: RequestHandler): RequestHandler => async (req, res, next) => {
  try { await fn(req, res, next); } catch (e) { next(e); }
};
app.get('/rooms', catchAsync(async (req: Request, res: Response) => {
  res.json(await rooms.byName(req.query.name as string));
  res.json(await users.find(req.query.id as string));
}));
app.post('/rooms/:id/upload', [param('id').isUUID(), body('kind').isIn(['a', 'b'])], async (req: Request, res: Response) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(400).json({ errors: errors.array() });
  await writeFile(path.join('/data', req.params.id), ''); // ok: path-traversal
  await writeFile(path.join('/data', req.body.name), ''); // expect: path-traversal
  const { kind } = matchedData(req);
  await execaCommand(`process --kind ${req.body.kind}`); // ok: command-injection
  await execaCommand(`process --title ${req.body.title}`); // expect: command-injection
  await execa('process', ['--title', req.body.title]); // ok: command-injection
  res.send(`<p>${escapeHtml(req.body.title)}</p>`); // ok: xss
  res.send(`<p>${purify.sanitize(req.body.title)}</p>`); // ok: xss
  res.send(`<p>${req.body.title}</p>`); // expect: xss
  void kind;
});
app.get('/fetch', async (req: Request, res: Response, next: NextFunction) => {
  const url = String(req.query.url);
  if (!validator.isURL(url, { protocols: ['https'] })) return next();
  await ky.get(url); // expect: ssrf
  if (validator.isInt(String(req.query.n))) await ky.get(`https://api.example.com/${req.query.n}`); // ok: ssrf
  const doc = new XMLParser().parse(String(req.query.xml)); // ok: xxe
  res.format({ json: () => res.json(doc), html: () => res.send('<p>' + url + '</p>') }); // expect: xss
});
app.get('/avatar/:file', async (req, res) => {
  const { file } = req.params;
  const allowed = { small: 's.png', large: 'l.png' } as Record<string, string>;
  res.send(await readFile(path.join('/img', allowed[file] ?? 's.png'))); // ok: path-traversal
  const [name, ext] = file.split('.');
  res.send(await readFile(`/img/${name}.${ext}`)); // expect: path-traversal
});
io.on('connection', (socket: Socket) => {
  const room = socket.handshake.query.room as string;
  socket.join(room);
  socket.on('search', async ({ text }: { text: string }, ack: (r: unknown) => void) => {
    ack(await pool.query(`SELECT * FROM messages WHERE body LIKE '%${text}%'`)); // expect: sql-injection
    ack(await pool.query('SELECT * FROM messages WHERE body LIKE $1', [`%${text}%`])); // ok: sql-injection
  });
  socket.on('ask', async (q: string) => {
    const r = await openai.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: q }] });
    await execa(r.choices[0]!.message.content!, { shell: true }); // expect: command-injection
    socket.emit('answer', r.choices[0]!.message.content); // ok: xss
  });
});
const kafka = new Kafka({ brokers: ['k:9092'] });
const consumer = kafka.consumer({ groupId: 'g' });
await consumer.run({
  eachMessage: async ({ message }) => {
    const { file } = JSON.parse(message.value!.toString());
    await execaCommand(`index ${file}`); // expect: command-injection
  },
});
export const logout: RequestHandler = (req, res) => {
  res.clearCookie('sid');
  const back = req.get('referer') ?? '/';
  res.redirect(back); // ok: open-redirect
  res.redirect(req.body.next); // expect: open-redirect
};
http.listen(1);
