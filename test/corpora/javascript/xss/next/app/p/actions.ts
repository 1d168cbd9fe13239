'use server';
import { revalidatePath } from 'next/cache';
import { exec } from 'node:child_process';
import { query } from '@/lib/db';

export async function updateName(formData: FormData) {
  const name = formData.get('name') as string;
  await query('update users set name = $1', [name]);
  exec(`notify ${name}`); // expect: command-injection
  revalidatePath('/p');
}

export async function removeItem(id: number, reason: string) {
  exec('remove ' + reason); // expect: command-injection
}
