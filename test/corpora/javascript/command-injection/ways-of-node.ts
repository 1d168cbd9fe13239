import http from 'node:http';
import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { execSync, exec, fork } from 'node:child_process';
import { readFile, readFileSync, chmodSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as parseQuery } from 'node:querystring';

type Handler = (args: Record<string, string>) => unknown;
const bus = new EventEmitter();
const queue: string[] = [];
const cache = new Map<string, string>();

bus.on('run', (cmd: string) => execSync(cmd)); // expect: command-injection
bus.on('safe', (n: number) => execSync('sleep ' + n)); // ok: command-injection

const commands: Record<string, Handler> = {
  list: ({ dir }) => execSync('ls ' + dir), // expect: command-injection
  date: () => execSync('date'), // ok: command-injection
  echo: ({ text }) => exec(`echo '${text.replace(/'/g, "'\\''")}'`), // ok: command-injection
};

class Job {
  #cmd = '';
  private args: string[] = [];
  static from(input: URLSearchParams): Job {
    const job = new Job();
    job.#cmd = input.get('cmd') ?? '';
    job.args.push(input.get('arg') ?? '');
    return job;
  }
  get command(): string { return this.#cmd; }
  run() { return exec(this.command); } // expect: command-injection
  toString() { return 'Job ' + this.args.length; }
}

function* lines(text: string) { for (const l of text.split('\n')) yield l.trim(); }
const compose = (...fns: ((x: string) => string)[]) => (x: string) => fns.reduce((v, f) => f(v), x);
const quote = (s: string) => `'${s}'`;
const digits = (s: string) => s.replace(/\D/g, '');

http.createServer(async (req, res) => {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const query = parseQuery(url.search.slice(1)) as Record<string, string>;
  const op = url.searchParams.get('op') ?? '';
  bus.emit('run', op);
  bus.emit('safe', Number(op));
  commands.list?.(query);
  commands.echo?.(query);
  Job.from(url.searchParams).run();
  exec('log ' + Job.from(url.searchParams)); // ok: command-injection
  exec('id ' + compose(quote, (s) => s.toUpperCase())(op)); // expect: command-injection
  exec('id ' + compose(digits, quote)(op)); // ok: command-injection
  for (const line of lines(op)) exec(`grep ${line} f`); // expect: command-injection
  queue.push(op);
  const next = queue.shift();
  if (next) exec(next); // expect: command-injection
  cache.set('a', op);
  cache.set('b', 'true');
  exec(cache.get('b')!); // ok: command-injection
  exec(cache.get('a')!); // expect: command-injection
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  exec(body); // expect: command-injection
  const { tool = 'ls', ...rest } = JSON.parse(body) as Record<string, string>;
  exec(tool); // expect: command-injection
  exec(Object.values(rest).join(' ')); // expect: command-injection
  exec(String(Object.keys(rest).length)); // ok: command-injection
  switch (op) {
    case 'up': case 'down': exec('svc ' + op); break; // ok: command-injection
    default: exec('svc status'); // ok: command-injection
  }
  const label = op.length > 3 ? 'long' : 'short';
  exec('tag ' + label); // ok: command-injection
  const chosen = { a: 'alpha', b: 'beta' }[op] ?? 'none';
  exec('pick ' + chosen); // ok: command-injection
  try { JSON.parse(op); } catch (e) { exec(`say "${(e as Error).message}"`); } // ok: header-injection
  const tagged = ((s: TemplateStringsArray, ...v: string[]) => String.raw(s, ...v))`cat ${op}`;
  exec(tagged); // expect: command-injection
  const timer = setTimeout((x: string) => exec(x), 10, op); // expect: command-injection
  [op].map(quote).filter(Boolean).forEach((x) => exec(x)); // expect: command-injection
  await Promise.all([op, 'x'].map(async (x) => exec(`w ${x}`))); // expect: command-injection
  const bound = exec.bind(null, op); // ok: command-injection
  Reflect.apply(exec, null, ['date']); // ok: command-injection
  fork(path.join('/jobs', op)); // expect: command-injection
  new Worker(op, { eval: true }); // expect: code-injection
  res.setHeader('X-Op', op); // ok: xss
  res.writeHead(302, { Location: op }); // expect: open-redirect
  res.end(`<p>${url.pathname}</p>`); // expect: xss
  clearTimeout(timer); void bound;
}).listen(8080);

export function temp(data: string) {
  writeFileSync('/tmp/app-cache.json', data); // expect: insecure-temporary-file
  writeFileSync(path.join(mkdtempSync(path.join(tmpdir(), 'app-')), 'x.json'), data); // ok: insecure-temporary-file
}
export const config = { apiKey: process.env.KEY ?? '', user: readFileSync('/etc/app', 'utf8') }; // ok: hard-coded-secret
export const legacy = { password: 'Tr0ub4dor&3x!', host: 'db' }; // expect: hard-coded-secret
void readFile; void chmodSync;
