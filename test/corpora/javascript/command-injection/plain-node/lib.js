const http = require('http');
const url = require('url');
const qs = require('querystring');
const cp = require('child_process');
const fs = require('fs');
const { WebSocketServer } = require('ws');
const sqlite3 = require('sqlite3');
const db = new sqlite3.Database(':memory:');

function setDeep(target, keys, value) {
  let at = target;
  for (const key of keys.slice(0, -1)) {
    if (!at[key]) at[key] = {};
    at = at[key];
  }
  at[keys[keys.length - 1]] = value; // expect: prototype-pollution
}
function setDeepSafely(target, keys, value) {
  let at = target;
  if (keys.some((key) => key === '__proto__' || key === 'constructor' || key === 'prototype')) return;
  for (const key of keys.slice(0, -1)) at = at[key] ??= {};
  at[keys.at(-1)] = value; // ok: prototype-pollution
}
const handlers = {
  async list(params) {
    return new Promise((ok) => db.all(`select * from t where a = '${params.a}'`, (e, r) => ok(r))); // expect: sql-injection
  },
  async get(params) {
    return new Promise((ok) => db.get('select * from t where a = $a', { $a: params.a }, (e, r) => ok(r))); // ok: sql-injection
  },
  async ping(params) {
    return cp.execSync('ping -c 1 ' + params.host).toString(); // expect: command-injection
  },
};
http.createServer(async (req, res) => {
  const { pathname, query } = url.parse(req.url, true);
  const handler = handlers[pathname.slice(1)];
  if (handler) res.end(JSON.stringify(await handler(query)));
  let body = '';
  req.on('data', (chunk) => { body += chunk; });
  req.on('end', () => {
    const form = qs.parse(body);
    setDeep({}, form.path.split('.'), form.value);
    setDeepSafely({}, form.path.split('.'), form.value);
    fs.unlink('/tmp/cache/' + form.name, () => {}); // expect: path-traversal
    fs.stat(`/tmp/cache/${form.name.replace(/[^a-z0-9]/gi, '')}`, () => {}); // ok: path-traversal
    res.setHeader('content-type', 'text/html');
    res.write('<p>' + form.comment + '</p>'); // expect: xss
    res.end();
  });
}).listen(8080);

const wss = new WebSocketServer({ port: 8081 });
wss.on('connection', (socket) => {
  socket.on('message', (raw) => {
    const msg = JSON.parse(raw);
    cp.exec(`echo ${msg.text}`); // expect: command-injection
    socket.send(JSON.stringify({ echo: msg.text })); // ok: xss
  });
});
const [, , target] = process.argv;
cp.exec('ls ' + target); // expect: command-injection
cp.spawn('ls', [target]); // ok: command-injection
