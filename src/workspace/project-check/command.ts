import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Command } from '../../processes/run-command.ts';

/** What the setting says: a script of `package.json` by its name, or a command. */
export type CheckSetting =
  | { readonly kind: 'none' }
  | { readonly kind: 'script'; readonly name: string }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'invalid' };

const word = z.string().min(1).max(2_000);
const commandSchema = z.tuple([word], z.string().max(2_000)).refine((all) => all.length <= 100);
const scriptSchema = z.string().regex(/^[\w][\w:./-]{0,99}$/);

/** @param value of the setting, whatever it is */
export function readCheckSetting(value: unknown): CheckSetting {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return { kind: 'none' };
  const script = scriptSchema.safeParse(value);
  if (script.success) return { kind: 'script', name: script.data };
  const command = commandSchema.safeParse(value);
  return command.success ? { kind: 'command', command: command.data } : { kind: 'invalid' };
}

const manifestSchema = z.object({ scripts: z.record(z.string(), z.unknown()).optional() });
const longestManifest = 2 * 1024 * 1024;

/** The command for a script. @returns undefined where the project's `package.json` has none of the name */
export async function scriptCommand(root: string, name: string): Promise<Command | undefined> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '');
  if (text === '' || text.length > longestManifest) return undefined;
  const manifest = manifestSchema.safeParse(parsed(text));
  if (!manifest.success || !Object.hasOwn(manifest.data.scripts ?? {}, name)) return undefined;
  return [await managerOf(root), 'run', name];
}

/** The package manager that the project's lock file is of. */
async function managerOf(root: string): Promise<string> {
  for (const [lock, manager] of locks) {
    const found = await access(join(root, lock)).then(
      () => true,
      () => false,
    );
    if (found) return manager;
  }
  return 'npm';
}

const locks = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
] as const;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
