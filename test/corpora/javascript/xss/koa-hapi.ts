import Koa from 'koa';
import Hapi, { Request, ResponseToolkit } from '@hapi/hapi';
import { escape } from 'validator';

const app = new Koa();
app.use(async (ctx) => {
  ctx.body = `<h1>${ctx.query.title}</h1>`; // expect: xss
});
app.use(async (ctx) => {
  ctx.body = { title: ctx.query.title }; // ok: xss
});

const server = Hapi.server({ port: 3000 });
server.route({
  method: 'GET',
  path: '/',
  handler: (request: Request, h: ResponseToolkit) => {
    if (request.query.safe) return h.response('<b>' + escape(request.query.name) + '</b>'); // ok: xss
    return h.response('<b>' + request.query.name + '</b>'); // expect: xss
  },
});
