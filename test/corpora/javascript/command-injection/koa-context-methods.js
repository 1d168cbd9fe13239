const { exec } = require('child_process');
const Koa = require('koa');

const app = new Koa();
app.context.run = function (command) {
  exec(command); // expect: command-injection
};
app.context.shell = {
  go: (name) => exec('go ' + name), // expect: command-injection
  none: (name) => name.length, // ok: command-injection
};
app.use(async (ctx) => {
  ctx.run(ctx.query.command);
  ctx.shell.go(ctx.query.name);
  ctx.shell.none(ctx.query.name);
});
