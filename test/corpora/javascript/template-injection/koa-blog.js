const Koa = require('koa');
const Router = require('@koa/router');
const { koaBody } = require('koa-body');
const send = require('koa-send');
const { Sequelize, DataTypes, Op, QueryTypes } = require('sequelize');
const vm = require('vm');
const vm2 = require('vm2');
const ldap = require('ldapjs');
const xpath = require('xpath');
const { DOMParser } = require('@xmldom/xmldom');
const nunjucks = require('nunjucks');
const pino = require('pino')();
const bcrypt = require('bcryptjs');

const app = new Koa();
const router = new Router({ prefix: '/blog' });
const sequelize = new Sequelize(process.env.DB);
const Post = sequelize.define('post', { title: DataTypes.STRING, author: DataTypes.STRING });
const directory = ldap.createClient({ url: 'ldaps://dc.example' });

app.use(koaBody({ multipart: true }));
app.use(async (ctx, next) => {
  try {
    await next();
  } catch (err) {
    ctx.status = 500;
    ctx.body = { error: err.message, trace: err.stack }; // expect: information-exposure
  }
});
router.get('/posts', async (ctx) => {
  const { author, order } = ctx.query;
  ctx.body = await Post.findAll({ where: { author: { [Op.like]: `%${author}%` } } }); // ok: sql-injection
  ctx.body = await sequelize.query(`SELECT * FROM posts WHERE author = '${author}'`, { type: QueryTypes.SELECT }); // expect: sql-injection
  ctx.body = await sequelize.query('SELECT * FROM posts WHERE author = :author', { replacements: { author } }); // ok: sql-injection
  ctx.body = await Post.findAll({ order: sequelize.literal(order) }); // expect: sql-injection
});
router.get('/raw/:file', async (ctx) => {
  await send(ctx, ctx.params.file, { root: __dirname + '/public' }); // ok: path-traversal
  ctx.set('Content-Disposition', `attachment; filename="${ctx.params.file}"`); // ok: header-injection
});
router.get('/echo', (ctx) => {
  ctx.type = 'html';
  ctx.body = `<pre>${ctx.query.m}</pre>`; // expect: xss
});
router.get('/json', (ctx) => {
  ctx.body = { m: ctx.query.m }; // ok: xss
});
router.get('/back', (ctx) => {
  ctx.redirect(ctx.get('Referer') || '/'); // expect: open-redirect
  ctx.redirect('back', '/'); // ok: open-redirect
});
router.post('/calc', (ctx) => {
  const { expr } = ctx.request.body;
  ctx.body = String(vm.runInNewContext(expr, {})); // expect: code-injection
  const sandbox = new vm2.VM();
  const script = new vm.Script('x + ' + expr); // expect: code-injection
  ctx.body = JSON.parse(expr); // ok: code-injection
});
router.post('/find', async (ctx) => {
  const { uid } = ctx.request.body;
  directory.search('ou=people,dc=example', { filter: `(uid=${uid})`, scope: 'sub' }, () => {}); // expect: ldap-injection
  directory.search('ou=people,dc=example', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: uid }) }, () => {}); // ok: ldap-injection
  const doc = new DOMParser().parseFromString('<a/>');
  const users = xpath.select(`//user[@id='${uid}']`, doc); // expect: xpath-injection
  const fixed = xpath.select('//user[@id]', doc); // ok: xpath-injection
  const re = new RegExp('^' + uid); // expect: regex-injection
  const re2 = new RegExp('^' + uid.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')); // ok: regex-injection
  /^(a+)+$/.test(uid); // expect: redos
  /^(?:[a-z]+-)*[a-z]+$/.test(uid); // ok: redos
  ctx.body = { users, fixed, re: re.test('x'), re2 };
});
router.post('/page', async (ctx) => {
  ctx.body = nunjucks.renderString(ctx.request.body.tpl, {}); // expect: template-injection
  ctx.body = nunjucks.render('page.njk', { user: ctx.request.body.user }); // ok: template-injection
});
router.post('/user', async (ctx) => {
  const post = await Post.create(ctx.request.body); // expect: mass-assignment
  await post.update({ title: ctx.request.body.title }); // ok: mass-assignment
  const hash = await bcrypt.hash(ctx.request.body.password, 12); // ok: weak-hash
  pino.info({ user: ctx.request.body.user }, 'created'); // ok: log-injection
  console.log(`created ${ctx.request.body.user}`); // expect: log-injection
  console.log('created %s', ctx.request.body.user.replace(/[\r\n]/g, '')); // ok: log-injection
  ctx.cookies.set('token', hash, { httpOnly: false }); // expect: insecure-cookie
  ctx.cookies.set('lang', ctx.request.body.lang); // ok: insecure-cookie
});
router.get('/stream', async (ctx) => {
  const handlers = { a: () => 1, b: () => 2 };
  ctx.body = handlers[ctx.query.op](); // expect: unsafe-reflection
  if (Object.prototype.hasOwnProperty.call(handlers, ctx.query.op)) ctx.body = handlers[ctx.query.op](); // ok: unsafe-reflection
  require('./plugins/' + ctx.query.plugin); // expect: unsafe-reflection
});
app.use(router.routes()).use(router.allowedMethods());
