const { EventEmitter } = require('events');
const { exec, execFile, spawn } = require('child_process');
const express = require('express');
const http = require('http');
const net = require('net');
const readline = require('readline');
const { pipeline, Transform } = require('stream');
const db = require('mysql').createConnection({});

const app = express();
const bus = new EventEmitter();
let lastSearch = '';
const recent = { term: 'none' };

bus.on('archive', (name, options) => {
  exec(`tar czf /backup/${name}.tgz /data`); // expect: command-injection
});

bus.once('rotate', (count) => {
  exec('logrotate --count ' + Number(count)); // ok: command-injection
});

app.post('/archive', (req, res) => {
  bus.emit('archive', req.body.name, { dry: true });
  bus.emit('rotate', req.body.count);
  res.end();
});

class Jobs extends EventEmitter {
  constructor() {
    super();
    this.on('job', this.run);
    this.target = '/tmp';
  }

  run(job) {
    exec('process ' + job.file); // expect: command-injection
  }

  configure(target) {
    this.target = target;
  }

  clean() {
    exec(`rm -rf ${this.target}`); // expect: command-injection
  }
}

const jobs = new Jobs();
app.post('/job', (req, res) => {
  jobs.emit('job', req.body);
  jobs.configure(req.query.target);
  res.end();
});
app.post('/clean', (req, res) => {
  jobs.clean();
  res.end();
});

app.get('/search', (req, res) => {
  lastSearch = req.query.q;
  recent.term = req.query.q;
  res.end();
});
app.get('/again', (req, res) => {
  db.query(`SELECT * FROM items WHERE name = '${lastSearch}'`, (e, rows) => res.json(rows)); // expect: sql-injection
  db.query(`SELECT * FROM items WHERE name = '${recent.term}'`, () => {}); // expect: sql-injection
});

http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { cmd } = JSON.parse(body);
    exec(cmd); // expect: command-injection
    response.end();
  });
}).listen(8080);

http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  spawn('sh', ['-c', text]); // expect: command-injection
  response.end();
});

net.createServer((socket) => {
  socket.on('data', (data) => {
    exec('echo ' + data.toString()); // expect: command-injection
  });
});

async function* lines(stream) {
  for await (const line of readline.createInterface({ input: stream })) {
    yield line.trim();
  }
}

app.post('/lines', async (req, res) => {
  for await (const line of lines(req)) {
    execFile('/usr/bin/convert', [line]); // ok: command-injection
    exec('convert ' + line); // expect: command-injection
  }
  res.end();
});

app.get('/args', (req, res) => {
  const base = ['-c', '1'];
  const args = [...base, req.query.host];
  spawn('ping', args, { shell: true }); // expect: command-injection
  spawn('ping', args); // ok: command-injection
  const { host = 'localhost', count: n = 1 } = req.query;
  exec(`ping -c ${n} ${host}`); // expect: command-injection
  exec(`ping -c ${parseInt(n, 10)} localhost`); // ok: command-injection
  const [first, ...others] = req.query.list.split(',');
  exec('ls ' + others.join(' ')); // expect: command-injection
  setTimeout(() => exec('ls ' + first), 10); // expect: command-injection
  process.nextTick(exec, 'ls -la'); // ok: command-injection
  res.end();
});

function withTimeout(work) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('late')), 1000);
    work().then(resolve, reject);
  });
}

app.get('/promise', async (req, res) => {
  const name = await withTimeout(async () => req.query.name);
  exec('id ' + name); // expect: command-injection
  const [a, b] = await Promise.all([Promise.resolve('x'), Promise.resolve(req.query.b)]);
  exec('id ' + a); // ok: command-injection
  exec('id ' + b); // expect: command-injection
  const settled = await Promise.race([new Promise((r) => r(req.query.c)), 'none']);
  exec('id ' + settled); // expect: command-injection
  res.end();
});

const upper = new Transform({
  transform(chunk, enc, cb) {
    cb(null, chunk.toString().toUpperCase());
  },
});

app.post('/pipe', (req, res) => {
  pipeline(req, upper, res, () => {});
});
