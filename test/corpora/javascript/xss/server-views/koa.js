const Koa = require('koa');
const Router = require('@koa/router');

const app = new Koa();
const router = new Router();
router.get('/notes', async (ctx) => {
  ctx.state.title = 'Notes';
  ctx.state.shared = ctx.query.shared;
  await ctx.render('list.njk', { note: ctx.query.note });
});
app.use(router.routes());
