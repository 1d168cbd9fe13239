// ways that data takes
const http = require('http');
const url = require('url');
const qs = require('querystring');
const { EventEmitter } = require('events');
const { promisify } = require('util');
const cp = require('child_process');
const mysql = require('mysql');
const c = mysql.createConnection({});
const query = promisify(c.query).bind(c);

class Base {
  constructor(req) { this.req = req; this.parts = []; }
  get q() { return url.parse(this.req.url, true).query; }
  add(x) { this.parts.push(x); return this; }
  build() { return this.parts.join(' '); }
}
class Search extends Base {
  run() {
    return query(this.add('select * from t where').add(`a = '${this.q.a}'`).build()); // expect: sql-injection
  }
  runSafe() {
    return query('select * from t where a = ?', [this.q.a]); // ok: sql-injection
  }
}
const bus = new EventEmitter();
bus.on('job', (job) => cp.exec(`run ${job.name}`)); // expect: command-injection
bus.on('safe-job', ({ id }) => cp.exec(`run ${id}`)); // ok: command-injection

function* words(s) { for (const w of s.split(',')) yield w.trim(); }
const compose = (...fns) => (x) => fns.reduceRight((acc, f) => f(acc), x);
const shellQuote = (s) => `'${String(s).replace(/'/g, `'\\''`)}'`;
const trimLower = compose((s) => s.toLowerCase(), (s) => s.trim());
const cache = new Map();
const table = { list: 'ls', disk: 'df' };

http.createServer(async (req, res) => {
  const { query: p, pathname } = url.parse(req.url, true);
  if (pathname === '/a') return new Search(req).run();
  if (pathname === '/b') return new Search(req).runSafe();
  bus.emit('job', { name: p.name });
  bus.emit('safe-job', { id: Number(p.id) });
  for (const w of words(p.names)) cp.exec('touch ' + w); // expect: command-injection
  for (const w of words('a,b')) cp.exec('touch ' + w); // ok: command-injection
  cp.exec('touch ' + trimLower(p.name)); // expect: command-injection
  cp.exec('touch ' + shellQuote(p.name)); // ok: command-injection
  cp.exec(table[p.cmd] || 'true'); // ok: command-injection
  cp.exec({ list: 'ls', raw: p.cmd }[p.kind] ?? 'true'); // expect: command-injection
  cache.set('k', p.v);
  cp.exec(`echo ${cache.get('k')}`); // expect: command-injection
  cp.exec(`echo ${cache.get('other')}`); // ok: command-injection
  const copy = { ...p, cmd: 'ls' };
  cp.exec(copy.cmd); // ok: command-injection
  cp.exec(copy.other); // expect: command-injection
  const { cmd, ...rest } = { cmd: 'ls', arg: p.arg };
  cp.exec(cmd); // ok: command-injection
  cp.exec(rest.arg); // expect: command-injection
  const [first, ...others] = ['ls', p.x];
  cp.exec(first); // ok: command-injection
  cp.exec(others[0]); // expect: command-injection
  let chosen = 'ls';
  switch (p.mode) { case 'full': chosen = 'ls -la'; break; case 'tiny': chosen = 'ls -1'; break; }
  cp.exec(chosen); // ok: command-injection
  let text = '';
  req.on('data', (chunk) => { text += chunk; });
  req.on('end', () => {
    const form = qs.parse(text);
    cp.exec('id ' + form.user); // expect: command-injection
    const body = JSON.parse(text);
    c.query('select * from u where id = ' + c.escape(body.id)); // ok: sql-injection
    c.query('select * from u where id = ' + body.id); // expect: sql-injection
    c.query({ sql: 'select * from u where id = ?', values: [body.id] }); // ok: sql-injection
    c.query('select * from u where ?', body.where); // ok: sql-injection
  });
  const n = ~~p.n;
  cp.exec(`head -n ${n}`); // ok: command-injection
  if (p.safe && ['x', 'y'].some((v) => v === p.safe)) cp.exec(p.safe); // ok: command-injection
  if (p.flag) cp.exec(p.flag === 'v' ? '--verbose' : '--quiet'); // ok: command-injection
  try { throw new Error(p.msg); } catch (e) { cp.exec('logger ' + e.message); } // expect: command-injection
  const tagged = sh`echo ${p.t}`;
  cp.exec(tagged); // ok: command-injection
  const str = new String(p.s).concat('').substr(0, 100);
  cp.exec(str); // expect: command-injection
  cp.exec(String(p.s.length)); // ok: command-injection
  const enc = Buffer.from(p.b64, 'base64').toString();
  cp.exec(enc); // expect: command-injection
  cp.exec(Buffer.from(p.b64).toString('hex')); // ok: command-injection
  await Promise.all([p.u, p.w].map(async (x) => cp.exec(x))); // expect: command-injection
  const fn = cp['exec'];
  fn(p.z); // expect: command-injection
  cp.exec.call(null, p.z); // expect: command-injection
  Reflect.apply(cp.exec, cp, [p.z]); // expect: command-injection
  if (false) cp.exec(p.dead); // ok: command-injection
  res.setHeader('Content-Type', 'text/html');
  res.write('<p>' + p.name + '</p>'); // expect: xss
  res.end('<p>' + p.name.replace(/</g, '&lt;').replace(/>/g, '&gt;') + '</p>'); // ok: xss
}).listen(1);

function sh(strings, ...values) {
  return strings.reduce((acc, s, i) => acc + s + (i < values.length ? shellQuote(values[i]) : ''), '');
}
