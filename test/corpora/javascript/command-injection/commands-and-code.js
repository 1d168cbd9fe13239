const cp = require('node:child_process');
const { promisify } = require('util');
const vm = require('vm');
const express = require('express');
const _ = require('lodash');
const ejs = require('ejs');
const pug = require('pug');
const Handlebars = require('handlebars');
const nunjucks = require('nunjucks');
const execa = require('execa');
const shellQuote = require('shell-quote');
const run = promisify(cp.exec);
const router = express.Router();

router.get('/c', async (req, res, next) => {
  cp.exec('ls ' + req.query.d, (e, out) => res.json({ out })); // expect: command-injection
  cp.execFile('ls', ['--', req.query.d], () => {}); // ok: command-injection
  cp.spawn('ls ' + req.query.d, { shell: true }); // expect: command-injection
  cp.spawn('sh', ['-c', `ls ${req.query.d}`]); // expect: command-injection
  cp.spawn(req.query.cmd, []); // expect: command-injection
  await run(`git log ${req.query.ref}`); // expect: command-injection
  await run(`git log ${shellQuote.quote([req.query.ref])}`); // ok: command-injection
  await execa.command(`git log ${req.query.ref}`, { shell: true }); // expect: command-injection
  if (!/^[\w.-]+$/.test(req.query.d)) return next(new Error('bad'));
  cp.execSync(`ls ${req.query.d}`); // ok: command-injection
});

router.get('/c2', (req, res) => {
  if (/^[\w.-]+/.test(req.query.d)) {
    cp.execSync(`ls ${req.query.d}`); // expect: command-injection
  }
  const allowed = new Set(['a', 'b']);
  if (allowed.has(req.query.e)) cp.execSync(`ls ${req.query.e}`); // ok: command-injection
  switch (req.query.f) {
    case 'x':
    case 'y':
      cp.execSync(`ls ${req.query.f}`); // ok: command-injection
      break;
    default:
      cp.execSync(`ls ${req.query.f}`); // expect: command-injection
  }
  const n = +req.query.n;
  cp.execSync(`kill ${n}`); // ok: command-injection
  res.end();
});

router.post('/e', (req, res) => {
  eval(req.body.x); // expect: code-injection
  new Function('a', req.body.x)(1); // expect: code-injection
  setTimeout(req.body.x, 10); // expect: code-injection
  setTimeout(() => req.body.x, 10); // ok: code-injection
  vm.runInNewContext(req.body.x, {}); // expect: code-injection
  new vm.Script(req.body.x).runInThisContext(); // expect: code-injection
  JSON.parse(req.body.x); // ok: code-injection
  eval('1 + ' + Number(req.body.x)); // ok: code-injection
  res.end();
});

router.post('/t', (req, res) => {
  ejs.render(req.body.t, { a: 1 }); // expect: template-injection
  ejs.render('<%= a %>', { a: req.body.t }); // ok: template-injection
  pug.compile(req.body.t); // expect: template-injection
  Handlebars.compile('Hi ' + req.body.t)({}); // expect: template-injection
  Handlebars.compile('Hi {{n}}')({ n: req.body.t }); // ok: template-injection
  nunjucks.renderString(req.body.t, {}); // expect: template-injection
  _.template(req.body.t); // expect: template-injection
  res.end();
});
module.exports = router;
