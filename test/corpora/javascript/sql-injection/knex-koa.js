const Koa = require('koa');
const Router = require('@koa/router');
const knex = require('knex')({ client: 'pg', connection: process.env.PG });

const app = new Koa();
const router = new Router();

router.get('/items', async (ctx) => {
  const { sort, min } = ctx.query;
  ctx.body = await knex('items').where('price', '>', min).orderByRaw(sort); // expect: sql-injection
});

router.get('/items/:id', async (ctx) => {
  ctx.body = await knex('items').where({ id: ctx.params.id }).first(); // ok: sql-injection
});

router.get('/stock', async (ctx) => {
  ctx.body = await knex.raw('select * from stock where sku = ?', [ctx.query.sku]); // ok: sql-injection
});

router.get('/ledger', async (ctx) => {
  ctx.body = await knex.raw(`select * from ledger where year = ${ctx.query.year}`); // expect: sql-injection
});

app.use(router.routes());
