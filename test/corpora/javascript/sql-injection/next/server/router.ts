import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import { db } from '../lib/db';
import { sql } from 'drizzle-orm';
import { execFile } from 'node:child_process';
import axios from 'axios';
const t = initTRPC.create();
const authed = t.procedure.use(({ next }) => next());
export const appRouter = t.router({
  find: t.procedure.input(z.object({ name: z.string(), id: z.number(), slug: z.string().regex(/^[a-z-]+$/) })).query(async ({ input }) => {
    await db.execute(sql.raw('select * from a where name = ' + input.name)); // expect: sql-injection
    await db.execute(sql.raw('select * from a where id = ' + input.id)); // ok: sql-injection
    await db.execute(sql.raw(`select * from ${input.slug}`)); // ok: sql-injection
    return 1;
  }),
  ping: authed.input(z.string().url()).mutation(async ({ input }) => {
    return (await axios.get(input)).data; // expect: ssrf
  }),
  ping2: authed.input(z.string().uuid()).mutation(async ({ input }) => {
    return (await axios.get(`https://svc.example.com/${input}`)).data; // ok: ssrf
  }),
  shell: authed.input(z.string()).mutation(({ input }) => {
    execFile('/bin/sh', ['-c', `ls ${input}`]); // expect: command-injection
    execFile('/bin/ls', ['--', input]); // ok: command-injection
  }),
});
