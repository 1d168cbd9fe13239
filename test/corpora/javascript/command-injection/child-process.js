const cp = require('child_process');
const { exec, execFile, spawn, execSync } = require('node:child_process');
const { promisify } = require('util');
const shell = require('shelljs');
const execa = require('execa');
const shellQuote = require('shell-quote');
const Koa = require('koa');
const Router = require('@koa/router');
const run = promisify(exec);

const router = new Router();

router.get('/ping', async (ctx) => {
  const { host } = ctx.query;
  const { stdout } = await run(`ping -c 1 ${host}`); // expect: command-injection
  ctx.body = stdout;
});

router.get('/ping2', async (ctx) => {
  ctx.body = await new Promise((resolve) => execFile('ping', ['-c', '1', '--', ctx.query.host], (e, out) => resolve(out))); // ok: command-injection
});

router.get('/ls', async (ctx) => {
  const dir = ctx.request.query.dir;
  spawn('ls', ['-l', dir], { shell: true }); // expect: command-injection
  spawn('sh', ['-c', 'ls ' + dir]); // expect: command-injection
  spawn('ls', ['-l', '--', dir]); // ok: command-injection
  shell.exec('ls ' + dir); // expect: command-injection
  execSync('ls ' + shellQuote.quote([dir])); // ok: command-injection
  cp.execSync(['ls', dir].join(' ')); // expect: command-injection
  cp.spawnSync(ctx.params.program, ['--version']); // expect: command-injection
  await execa('git', ['log', '--', dir]); // ok: command-injection
  await execa.command('git log ' + dir); // expect: argument-injection
});

router.post('/convert', async (ctx) => {
  const format = ctx.request.body.format;
  const allowed = ['png', 'jpg', 'gif'];
  if (!allowed.includes(format)) ctx.throw(400, 'format');
  execSync(`convert in.svg out.${format}`); // ok: command-injection
  const size = Number(ctx.request.body.size);
  execSync('convert -resize ' + size + ' in.svg out.png'); // ok: command-injection
  execSync('convert -label "' + ctx.request.body.label.replace(/"/g, '') + '" in.svg out.png'); // expect: command-injection
});

const app = new Koa();
app.use(router.routes());
app.listen(3000);
