'use strict';
const express = require('express');
const { exec } = require('child_process');
const util = require('util');
const fs = require('fs');
const db = require('mysql2').createPool({});
const run = util.promisify(exec);
const app = express();

class Command {
  #parts = [];
  static of(...parts) {
    const c = new Command();
    parts.forEach((p) => c.add(p));
    return c;
  }
  add(part) {
    this.#parts.push(part);
    return this;
  }
  get text() {
    return this.#parts.join(' ');
  }
  set text(value) {
    this.#parts = [value];
  }
}

class Base {
  handle(req, res) {
    this.execute(this.read(req));
    res.end();
  }
  read(req) {
    return req.query.value;
  }
}
class Shell extends Base {
  execute(value) {
    exec('echo ' + value); // expect: command-injection
  }
}
class Numbers extends Base {
  read(req) {
    return Number(super.read(req));
  }
  execute(value) {
    exec('seq ' + value); // ok: command-injection
  }
}
const shell = new Shell();
const numbers = new Numbers();
app.get('/shell', (req, res) => shell.handle(req, res));
app.get('/numbers', numbers.handle.bind(numbers));

const middleware = (req, res, next) => {
  res.locals.where = req.query.where;
  req.limit = parseInt(req.query.limit, 10);
  next();
};
app.get('/rows', middleware, (req, res) => {
  db.query(`SELECT * FROM t WHERE ${res.locals.where}`, () => {}); // expect: sql-injection
  db.query(`SELECT * FROM t LIMIT ${req.limit}`, () => {}); // ok: sql-injection
  res.end();
});

app.post('/cmd', async (req, res) => {
  await run(Command.of('ls', req.body.dir).text); // expect: command-injection
  await run(Command.of('ls', '-la').text); // ok: command-injection
  const c = new Command();
  c.text = req.body.cmd;
  await run(c.text); // expect: command-injection
  const handlers = { list: (x) => `ls ${x}`, none: () => 'true' };
  await run(handlers.list(req.body.dir)); // expect: command-injection
  await run(handlers.none(req.body.dir)); // ok: command-injection
  const pipeline = [(s) => s.trim(), (s) => `ls ${s}`];
  await run(pipeline.reduce((acc, f) => f(acc), req.body.dir)); // expect: command-injection
  const { a, ...rest } = req.body;
  await run('ls ' + rest.b); // expect: command-injection
  const merged = { dir: '.', ...req.body };
  await run('ls ' + merged.dir); // expect: command-injection
  const fixed = { ...req.body, dir: '.' };
  await run('ls ' + fixed.dir); // ok: command-injection
  const list = Array.from(req.body.list, (x) => `'${x}'`);
  await run('ls ' + list); // expect: command-injection
  const map = new Map([['dir', req.body.dir], ['flag', '-l']]);
  await run('ls ' + map.get('flag')); // ok: command-injection
  await run('ls ' + map.get('dir')); // expect: command-injection
  const sanitized = req.body.dir.replace(/[^a-z0-9]/gi, '');
  await run('ls ' + sanitized); // ok: command-injection
  const half = req.body.dir.replace(/;/g, '');
  await run('ls ' + half); // expect: command-injection
  const quoted = `'${req.body.dir.replace(/'/g, `'\\''`)}'`;
  await run('ls ' + quoted); // ok: command-injection
  if (!['a', 'b'].includes(req.body.kind)) return res.status(400).end();
  await run('ls ' + req.body.kind); // ok: command-injection
  switch (req.body.mode) {
    case 'fast':
    case 'slow':
      await run('mode ' + req.body.mode); // ok: command-injection
      break;
    default:
      await run('mode ' + req.body.mode); // expect: command-injection
  }
  let cmd = 'ls';
  try {
    cmd = JSON.parse(req.body.json).cmd;
  } catch {
    cmd = 'true';
  }
  await run(cmd); // expect: command-injection
  const fallback = req.body.x || 'none';
  await run('ls ' + fallback); // expect: command-injection
  const isSafe = /^\w+$/.test(req.body.y);
  if (isSafe) await run('ls ' + req.body.y); // ok: command-injection
  const known = { a: 1, b: 2 };
  if (Object.hasOwn(known, req.body.z)) await run('ls ' + req.body.z); // ok: command-injection
  for (const key in req.body) await run('ls ' + key); // expect: command-injection
  return res.end();
});

function validate(id) {
  if (!/^[0-9]+$/.test(id)) throw new Error('bad id');
  return id;
}
app.get('/validated', (req, res) => {
  db.query('SELECT * FROM t WHERE id = ' + validate(req.query.id), () => {}); // ok: sql-injection
  validate(req.query.other);
  db.query('SELECT * FROM t WHERE id = ' + req.query.other, () => {}); // ok: sql-injection
  db.query('SELECT * FROM t WHERE id = ' + req.query.third, () => {}); // expect: sql-injection
  res.end();
});

async function load(req) {
  return new Promise((resolve, reject) => {
    let data = '';
    req.on('data', (c) => (data += c));
    req.on('end', () => resolve(data));
    req.on('error', reject);
  });
}
app.post('/load', async (req, res) => {
  const data = await load(req);
  exec(data); // expect: command-injection
  res.end();
});

function* words(text) {
  for (const w of text.split(' ')) yield w;
}
app.get('/words', (req, res) => {
  for (const w of words(req.query.text)) exec('say ' + w); // expect: command-injection
  const [first] = words('a b');
  exec('say ' + first); // ok: command-injection
  res.end();
});
