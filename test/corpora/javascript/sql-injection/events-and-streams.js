const express = require('express');
const mysql = require('mysql');
const { EventEmitter } = require('events');
const { pipeline, Transform } = require('stream');
const app = express();
const db = mysql.createConnection(process.env.DSN);
const bus = new EventEmitter();

class Repository {
  constructor(table) { this.table = table; }
  find(where) { return db.query(`select * from ${this.table} where ${where}`); } // expect: sql-injection
  static for(table) { return new this(table); }
}
class Cached extends Repository {
  #last;
  find(where) { this.#last = where; return super.find(where); }
  get last() { return this.#last; }
}
const repo = Cached.for('users');

app.get('/1', (req, res) => { repo.find(`name = '${req.query.n}'`); res.end(); });
app.get('/2', (req, res) => {
  const state = { filter: req.query.f };
  const { filter: renamed = 'x' } = state;
  db.query('select ' + renamed); // expect: sql-injection
  state.filter = 'constant';
  db.query('select ' + state.filter); // ok: sql-injection
  const [first, ...others] = ['a', req.query.b, req.query.c];
  db.query('select ' + first); // ok: sql-injection
  db.query('select ' + others[0]); // expect: sql-injection
  res.end();
});
app.get('/3', async (req, res) => {
  const values = await Promise.all([Promise.resolve(1), Promise.resolve(req.query.x)]);
  db.query('select ' + values[1]); // expect: sql-injection
  db.query('select ' + values[0]); // ok: sql-injection
  const settled = await Promise.allSettled([Promise.resolve(req.query.y)]);
  db.query('select ' + settled[0].value); // expect: sql-injection
  res.end();
});
app.get('/4', (req, res) => {
  const quote = (value) => `'${value}'`;
  const escape = (value) => db.escape(value);
  const build = (f) => (column) => `select * from t where ${column} = ${f(req.query.v)}`;
  db.query(build(quote)('a')); // expect: sql-injection
  db.query(build(escape)('a')); // ok: sql-injection
  res.end();
});
bus.on('search', (term, limit) => db.query(`select * from t where a = '${term}' limit ${limit}`)); // expect: sql-injection
app.get('/5', (req, res) => { bus.emit('search', req.query.term, 10); res.end(); });
app.get('/6', (req, res) => {
  let id = req.query.id;
  switch (req.query.kind) {
    case 'number': id = Number(id); break;
    case 'fixed': id = 7; break;
    default: return res.sendStatus(400);
  }
  db.query('select * from t where id = ' + id); // ok: sql-injection
  const kind = req.query.kind;
  if (kind !== 'a' && kind !== 'b') return res.sendStatus(400);
  db.query(`select * from ${kind}`); // ok: sql-injection
  res.end();
});
app.get('/7', (req, res) => {
  const parts = [];
  parts.push('select * from t');
  if (req.query.a) parts.push(`where a = '${req.query.a}'`);
  db.query(parts.join(' ')); // expect: sql-injection
  const params = [];
  const clauses = Object.keys({ a: 1, b: 2 }).map((k) => { params.push(req.query[k]); return `${k} = ?`; });
  db.query('select * from t where ' + clauses.join(' and '), params); // ok: sql-injection
  res.end();
});
app.get('/8', (req, res) => {
  const id = req.query.id;
  if (isNaN(id)) return res.status(400).end();
  db.query('select * from t where id = ' + id); // ok: sql-injection
  const uuid = req.query.uuid;
  if (!/^[0-9a-f-]{36}$/.test(uuid)) throw new Error('bad');
  db.query(`select * from t where uuid = '${uuid}'`); // ok: sql-injection
  const name = req.query.name;
  if (!name) throw new Error('missing');
  db.query(`select * from t where name = '${name}'`); // expect: sql-injection
  try { JSON.parse(name); } catch (e) { res.send('bad input: ' + e.message); } // ok: xss
  res.end();
});
app.get('/9', (req, res) => {
  const upper = new Transform({ transform(chunk, enc, cb) { cb(null, chunk.toString().toUpperCase()); } });
  pipeline(req, upper, res, () => {});
  const map = new Map(Object.entries(req.query));
  db.query('select ' + map.get('a')); // expect: sql-injection
  const set = new Set(['x', 'y']);
  const col = req.query.col;
  db.query('select ' + (set.has(col) ? col : 'x')); // ok: sql-injection
  for (const [k, v] of Object.entries(req.body)) db.query('update t set a = ? where b = ?', [v, k]); // ok: sql-injection
  for (const key in req.body) db.query(`update t set ${key} = 1`); // expect: sql-injection
  res.send(Buffer.from(String(req.query.d), 'base64').toString()); // expect: xss
});
app.listen(3000);
