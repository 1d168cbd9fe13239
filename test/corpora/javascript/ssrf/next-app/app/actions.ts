'use server';
import { exec } from 'node:child_process';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { db } from './db';

export async function convert(formData: FormData) {
  const name = formData.get('name') as string;
  exec(`convert ${name} out.png`); // expect: command-injection
}
export async function remove(id: string) {
  await db.execute(`DELETE FROM notes WHERE id = '${id}'`); // expect: sql-injection
  redirect('/notes'); // ok: open-redirect
}
export async function rename(prev: unknown, formData: FormData) {
  const parsed = z.object({ size: z.coerce.number() }).safeParse(Object.fromEntries(formData));
  if (!parsed.success) return { error: 'bad' };
  exec(`convert -size ${parsed.data.size} in out`); // ok: command-injection
}
