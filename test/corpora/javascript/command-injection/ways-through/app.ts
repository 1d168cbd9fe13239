import express, { RequestHandler } from 'express';
import { exec } from 'node:child_process';
import { Pool } from 'pg';
import { Repo, makeRepo, Deps } from './repo';
import * as helpers from './helpers';
import defaultRun, { quote, pipeline, curry } from './helpers';
import type { Query } from './types';
const pool = new Pool();
const app = express();
const wrap = (fn: RequestHandler): RequestHandler => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);
const withUser = (fn: (user: string, req: express.Request) => Promise<unknown>): RequestHandler => async (req, res) => {
  res.json(await fn(String(req.headers['x-user']), req));
};
app.get('/wrap', wrap(async (req, res) => {
  await pool.query(`select '${req.query.a}'`); // expect: sql-injection
  res.end();
}));
app.get('/user', withUser(async (user) => pool.query("select '" + user + "'"))); // expect: sql-injection
app.use((req, res, next) => {
  (req as any).tenant = req.get('x-tenant');
  res.locals.lang = req.query.lang;
  next();
});
app.get('/tenant', async (req, res) => {
  await pool.query(`select * from ${(req as any).tenant}.t`); // expect: sql-injection
  exec('echo ' + res.locals.lang); // expect: command-injection
  res.end();
});
app.get('/spread', async (req, res) => {
  const { a, ...rest } = req.query as Record<string, string>;
  const merged = { table: 't', ...rest };
  await pool.query('select * from ' + merged.table); // expect: sql-injection
  const [first = 'x', ...others] = String(a).split(',');
  exec(`echo ${first}`); // expect: command-injection
  const copy = Object.assign({}, { cmd: 'ls' }, { dir: first });
  exec(copy.cmd); // ok: command-injection
  exec('ls ' + copy.dir); // expect: command-injection
  res.end();
});
app.get('/async', async (req, res) => {
  const values = await Promise.all([Promise.resolve(req.query.a), loadConstant()]);
  exec('echo ' + values[0]); // expect: command-injection
  exec('echo ' + values[1]); // ok: command-injection
  for await (const part of parts(req.query.b as string)) exec('echo ' + part); // expect: command-injection
  const sorted = [req.query.c as string].concat(['x']).sort().filter(Boolean).reduce((s, x) => s + x, '');
  exec('echo ' + sorted); // expect: command-injection
  const flat = Object.entries(req.query).map(([k, v]) => `${k}=${v}`).join('&');
  exec('curl localhost?' + flat); // expect: command-injection
  res.end();
});
async function* parts(s: string) { for (const p of s.split(' ')) yield p.trim(); }
async function loadConstant() { return 'constant'; }
app.get('/repo', async (req, res) => {
  const repo: Repo = makeRepo(new Deps(pool));
  await repo.find(req.query.name as string);
  await repo.findSafely(req.query.name as string);
  const q: Query = { table: 'users', where: req.query.where as string };
  await repo.run(q);
  helpers.shell(req.query.cmd as string);
  defaultRun(req.query.cmd as string);
  exec('ls ' + quote(req.query.cmd as string)); // ok: command-injection
  const go = curry((a: string, b: string) => exec(`${a} ${b}`)); // expect: command-injection
  go('ls')(req.query.x as string);
  exec(pipeline((s: string) => s.trim(), (s: string) => s.toLowerCase())(req.query.y as string)); // expect: command-injection
  res.end();
});
class Job {
  static queue: Job[] = [];
  private done = false;
  constructor(readonly command: string) {}
  get line() { return `sh -c "${this.command}"`; }
  run() { exec(this.line); } // expect: command-injection
  static enqueue(c: string) { Job.queue.push(new Job(c)); }
}
class SafeJob extends Job {
  override run() { exec('true'); } // ok: command-injection
}
app.post('/job', (req, res) => {
  new Job(req.body.command).run();
  new SafeJob(req.body.command).run();
  Job.enqueue(req.body.command);
  const mode = req.body.mode as 'a' | 'b';
  const commands = { a: 'ls', b: 'pwd' } as const;
  exec(commands[mode]); // ok: command-injection
  const n = +req.body.n;
  exec(`head -n ${n}`); // ok: command-injection
  let target = req.body.target;
  target = 'fixed';
  exec('ls ' + target); // ok: command-injection
  let t2 = 'x';
  try { t2 = JSON.parse(req.body.json).name; } catch { t2 = 'y'; } finally { exec('ls ' + t2); } // expect: command-injection
  const text = req.body.flag ? req.body.cmd : 'ls';
  exec(text); // expect: command-injection
  const safe = req.body.flag === 'x' ? 'ls' : 'pwd';
  exec(safe); // ok: command-injection
  const len = req.body.cmd.length;
  exec('head -c ' + len); // ok: command-injection
  const b64 = Buffer.from(req.body.b64, 'base64').toString('utf8');
  exec(b64); // expect: command-injection
  const url = new URL('http://x/?' + req.body.q);
  exec('ls ' + url.searchParams.get('d')); // expect: command-injection
  res.end();
});
app.listen(1);
