import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { setCookie } from 'hono/cookie';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql, eq } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import { users } from './schema';
const db = drizzle(process.env.DB!);
const app = new Hono();
app.get('/u/:id', async (c) => {
  const id = c.req.param('id');
  const a = await db.execute(sql`select * from users where id = ${id}`); // ok: sql-injection
  const b = await db.execute(sql.raw(`select * from users where id = '${id}'`)); // expect: sql-injection
  const d = await db.select().from(users).where(eq(users.id, id)); // ok: sql-injection
  return c.json({ a, b, d });
});
app.get('/p', (c) => c.html(`<h1>${c.req.query('t')}</h1>`)); // expect: xss
app.get('/p2', (c) => c.html(html`<h1>${c.req.query('t')}</h1>`)); // ok: xss
app.get('/p3', (c) => c.text(`hi ${c.req.query('t')}`)); // ok: xss
app.get('/r', (c) => c.redirect(c.req.query('u') ?? '/')); // expect: open-redirect
app.post('/f', async (c) => {
  const { file, target } = await c.req.json();
  const t = await readFile('/data/' + file, 'utf8'); // expect: path-traversal
  const r = await fetch(target); // expect: ssrf
  setCookie(c, 'session', 'x', { httpOnly: false }); // expect: insecure-cookie
  return c.text(t + r.status);
});
export default app;
