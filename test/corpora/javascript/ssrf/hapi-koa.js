const Hapi = require('@hapi/hapi');
const axios = require('axios').default;
const Koa = require('koa');

const server = Hapi.server({ port: 1234 });
const inventory = axios.create({ baseURL: 'https://inventory.acme.test' });

server.route([
  { method: 'GET', path: '/fetch', handler: async (request, h) => (await axios.get(request.query.url)).data }, // expect: ssrf
  { method: 'GET', path: '/item/{id}', handler: async (request, h) => (await inventory.get(`/items/${request.params.id}`)).data }, // ok: ssrf
]);

const app = new Koa();
app.use(async (ctx) => {
  const host = { eu: 'eu.acme.test', us: 'us.acme.test' }[ctx.query.region] ?? 'eu.acme.test';
  const { data } = await axios({ url: `https://${host}/status`, params: { q: ctx.query.q } }); // ok: ssrf
  const other = await axios({ method: 'get', url: `https://${ctx.query.region}/status` }); // expect: ssrf
  ctx.body = { data, other: other.data };
});
