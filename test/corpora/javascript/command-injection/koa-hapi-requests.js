const Koa = require('koa');
const Router = require('@koa/router');
const Hapi = require('@hapi/hapi');
const { exec } = require('node:child_process');

const app = new Koa();
const router = new Router();

router.get('/address', (ctx) => {
  exec(`log ${ctx.URL.searchParams.get('q')}`); // expect: command-injection
  exec(`log ${ctx.request.URL.pathname}`); // expect: command-injection
  exec(`log ${ctx.captures[0]}`); // expect: command-injection
  exec(`log ${ctx.request.params.id}`); // expect: command-injection
  exec(`log ${ctx.request.length}`); // ok: command-injection
});

router.param('id', (id, ctx, next) => {
  exec(`log ${id}`); // expect: command-injection
  exec(`log ${Number(id)}`); // ok: command-injection
  return next();
});

app.use(router.routes());

const server = Hapi.server();
server.register({
  name: 'log',
  register: async (srv) => {
    srv.route({
      method: 'GET',
      path: '/log/{id}',
      handler: (wanted) => {
        exec(`log ${wanted.info.referrer}`); // expect: command-injection
        exec(`log ${wanted.raw.req.headers['x-note']}`); // expect: command-injection
        exec(`log ${wanted.info.received}`); // ok: command-injection
        return '';
      },
    });
  },
});
