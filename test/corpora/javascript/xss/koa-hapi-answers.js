const Koa = require('koa');
const Router = require('@koa/router');
const Hapi = require('@hapi/hapi');
const fs = require('node:fs');

const app = new Koa();
const router = new Router();

router.get('/whole', (ctx) => {
  // A text that begins with a tag is sent as a page.
  ctx.body = `<p>${ctx.query.note}</p>`; // expect: xss
});
router.get('/text', (ctx) => {
  ctx.body = `Hello ${ctx.query.note}`; // ok: xss
});
router.get('/data', (ctx) => {
  ctx.body = { note: ctx.query.note }; // ok: xss
});
router.get('/file', (ctx) => {
  ctx.body = fs.createReadStream(ctx.query.name); // ok: xss // expect: path-traversal
});
router.get('/elsewhere', (ctx) => {
  ctx.set('Location', ctx.query.next); // expect: open-redirect
  ctx.set('X-Note', ctx.query.next); // ok: open-redirect
});
app.use(router.routes());

const server = Hapi.server();
server.route({
  method: 'GET',
  path: '/whole',
  handler(request, h) {
    return '<p>' + request.query.note; // expect: xss
  },
});
server.route({
  method: 'GET',
  path: '/data',
  handler(request, h) {
    return { note: request.query.note }; // ok: xss
  },
});
server.route({ method: 'GET', path: '/a', handler: (request, h) => h.response().redirect(request.query.next) }); // expect: open-redirect
server.route({ method: 'GET', path: '/b', handler: (request, h) => h.response('b').location(request.query.next) }); // expect: open-redirect
server.route({ method: 'GET', path: '/c', handler: (request, h) => h.response('c').location('/c') }); // ok: open-redirect
