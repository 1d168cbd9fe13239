import { execSync } from 'node:child_process';
import { Hono } from 'hono';

const app = new Hono();

function* commands(names) {
  for (const name of names) yield `stat ${name}`;
}

async function* lines(list) {
  for await (const item of list) yield item;
}

app.get('/stat', async (c) => {
  const names = c.req.queries('name') ?? [];
  const out = [];
  for (const command of commands(names)) out.push(execSync(command).length); // expect: command-injection
  return c.json(out);
});

app.get('/fixed', async (c) => {
  const out = [];
  for (const command of commands(['a.txt', 'b.txt'])) out.push(execSync(command).length); // ok: command-injection
  for await (const line of lines(['uptime'])) out.push(execSync(line).length); // ok: command-injection
  return c.json(out);
});

const tools = new Map([['up', 'uptime'], ['who', 'whoami']]);
app.get('/tool', (c) => {
  const command = tools.get(c.req.query('tool'));
  return c.text(command ? execSync(command).toString() : 'none'); // ok: command-injection
});
