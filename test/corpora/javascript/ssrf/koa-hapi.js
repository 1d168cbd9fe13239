const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');
const send = require('koa-send');
const Hapi = require('@hapi/hapi');
const Joi = require('joi');
const { Client } = require('pg');
const https = require('https');
const http = require('http');
const tls = require('tls');
const ldap = require('ldapjs');
const xpath = require('xpath');
const { DOMParser } = require('@xmldom/xmldom');
const fs = require('fs');
const os = require('os');
const path = require('path');
const util = require('util');
const cp = require('child_process');

const db = new Client();
const run = util.promisify(cp.exec);
const router = new Router();

router.get('/users', async (ctx) => {
  const { rows } = await db.query({ text: `select * from users where name = '${ctx.query.name}'` }); // expect: sql-injection
  const safe = await db.query({ text: 'select * from users where name = $1', values: [ctx.query.name] }); // ok: sql-injection
  ctx.body = { rows, safe };
});

router.get('/hello/:name', (ctx) => {
  ctx.type = 'html';
  ctx.body = `<h1>${ctx.params.name}</h1>`; // expect: xss
});

router.get('/plain/:name', (ctx) => {
  ctx.body = { name: ctx.params.name }; // ok: xss
});

router.get('/exec', async (ctx) => {
  const { stdout } = await run(`nslookup ${ctx.query.host}`); // expect: command-injection
  const host = ctx.query.host.replace(/[^a-z0-9.-]/gi, '');
  await run(`nslookup ${host}`); // ok: command-injection
  cp.execFileSync('nslookup', [ctx.query.host]); // ok: command-injection
  cp.spawn('sh', ['-c', 'nslookup ' + ctx.query.host]); // expect: command-injection
  ctx.body = stdout;
});

router.get('/file', async (ctx) => {
  await send(ctx, ctx.query.path, { root: __dirname + '/public' }); // ok: path-traversal
  ctx.set('X-Name', ctx.query.name); // ok: header-injection
  ctx.attachment(ctx.query.name);
  ctx.body = fs.createReadStream(`./public/${ctx.query.path}`); // expect: path-traversal
});

router.get('/redirect', (ctx) => {
  const target = ctx.query.target;
  if (/^\/[a-z]+$/.test(target)) return ctx.redirect(target); // ok: open-redirect
  ctx.redirect(target); // expect: open-redirect
});

router.post('/proxy', async (ctx) => {
  const body = ctx.request.body;
  http.get(body.url, (res) => res.pipe(ctx.res)); // expect: ssrf
  https.request({ hostname: body.host, path: '/' }).end(); // expect: ssrf
  https.request({ hostname: 'api.example.com', path: `/items/${body.id}` }).end(); // ok: ssrf
  https.get('https://self.example', { rejectUnauthorized: false }); // expect: tls-verification-disabled
  tls.connect({ port: 443, host: 'a.example', checkServerIdentity: () => undefined }); // expect: tls-verification-disabled
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled
});

router.get('/ldap', async (ctx) => {
  const client = ldap.createClient({ url: 'ldap://localhost' });
  client.search('ou=people', { filter: `(uid=${ctx.query.uid})` }, () => {}); // expect: ldap-injection
  client.search('ou=people', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: ctx.query.uid }) }, () => {}); // ok: ldap-injection
  const doc = new DOMParser().parseFromString('<a/>', 'text/xml');
  xpath.select(`//user[@id='${ctx.query.id}']`, doc); // expect: xpath-injection
  xpath.select(`//user[${parseInt(ctx.query.n, 10)}]`, doc); // ok: xpath-injection
  fs.writeFileSync(path.join(os.tmpdir(), 'report.txt'), 'x'); // expect: insecure-temporary-file
  fs.writeFileSync(path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'r-')), 'report.txt'), 'x'); // ok: insecure-temporary-file
  fs.chmodSync('/srv/app.conf', 0o777); // expect: file-permissions
  fs.chmodSync('/srv/app.conf', 0o600); // ok: file-permissions
});

const app = new Koa();
app.use(bodyParser());
app.use(router.routes());
app.use(async (ctx, next) => {
  ctx.cookies.set('sid', 'x', { httpOnly: false, secure: true }); // expect: insecure-cookie
  ctx.cookies.set('sid2', 'x', { httpOnly: true, secure: true, sameSite: 'strict' }); // ok: insecure-cookie
  await next();
});

const init = async () => {
  const server = Hapi.server({ port: 4000, routes: { cors: { origin: ['*'], credentials: true } } }); // expect: cors-misconfiguration
  server.route({
    method: 'GET',
    path: '/items/{id}',
    options: { validate: { params: Joi.object({ id: Joi.number().integer().required() }) } },
    handler: async (request, h) => {
      const r = await db.query('select * from items where id = ' + request.params.id); // ok: sql-injection
      const s = await db.query('select * from items where tag = \'' + request.query.tag + '\''); // expect: sql-injection
      return h.response(r.rows.concat(s.rows));
    },
  });
  server.route({
    method: 'POST',
    path: '/html',
    handler: (request, h) => h.response('<p>' + request.payload.text + '</p>').type('text/html'), // expect: xss
  });
  server.route({ method: '*', path: '/go', handler: (request, h) => h.redirect(request.query.next) }); // expect: open-redirect
  server.state('session', { isSecure: false, isHttpOnly: true }); // expect: insecure-cookie
  await server.start();
};
init();
