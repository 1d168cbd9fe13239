/** Settings of git as text: read by git as a file of names and values, never as the configuration that it works by. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPlace } from './place.ts';
import { spawnGit } from './process.ts';

/** Values by key, in the order they were given; sections and names in lower case, as git writes them. */
export type Settings = ReadonlyMap<string, readonly string[]>;

const mostBytes = 1024 * 1024;
const mostKept = 50;
const kept = new Map<string, { readonly stamp: string; readonly settings: Settings }>();

/** What a repository's own file says. Files that it includes are not read. */
export async function repositorySettings({ commonDir }: RepositoryPlace): Promise<Settings> {
  const file = path.join(commonDir, 'config');
  const entry = await stat(file, { bigint: true }).catch(() => undefined);
  if (!entry?.isFile() || entry.size > mostBytes) return new Map();
  const stamp = `${entry.mtimeNs} ${entry.size} ${entry.ino}`;
  const known = kept.get(file);
  if (known?.stamp === stamp) return known.settings;
  const settings = await listed(['--file', file, '--no-includes']);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest);
  if (settings) kept.set(file, { stamp, settings });
  return settings ?? new Map();
}

/** Whether a repository says that it has no work tree; its linked work trees are work trees all the same. */
export async function isBare(place: RepositoryPlace): Promise<boolean> {
  if (place.gitDir !== place.commonDir) return false;
  return isTrue((await repositorySettings(place)).get('core.bare')?.at(-1));
}

/** Whether git takes the text of a setting for true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|1)$/i.test(value);
}

/** What the user, and the machine's administrator, have set for all repositories. */
export async function userSettings(): Promise<Settings> {
  return (await listed(['--includes'], { asUser: true })) ?? new Map();
}

async function listed(options: readonly string[], { asUser = false } = {}): Promise<Settings | undefined> {
  const answer = await spawnGit(['config', ...options, '--list', '--null'], { asUser });
  if (answer.kind !== 'ok') return undefined;
  const settings = new Map<string, string[]>();
  for (const part of answer.output.toString('utf8').split('\0')) {
    const end = part.indexOf('\n');
    const key = end < 0 ? part : part.slice(0, end);
    // A name without a value means true.
    if (key !== '') settings.set(key, [...(settings.get(key) ?? []), end < 0 ? 'true' : part.slice(end + 1)]);
  }
  return settings;
}

/** Options before a command that lets files be ignored, so that it knows the list that the user keeps for all repositories. */
export async function withUserExcludes(): Promise<readonly string[]> {
  const file = await userExcludesFile();
  return file === undefined ? [] : ['-c', `core.excludesFile=${file}`];
}

/** The file in which the user lists what no repository of theirs should track; undefined where it is not there. */
export async function userExcludesFile(): Promise<string | undefined> {
  const home = process.env['HOME'] ?? process.env['USERPROFILE'];
  const named = (await userSettings()).get('core.excludesfile')?.at(-1);
  const usual = process.env['XDG_CONFIG_HOME'] || (home && path.join(home, '.config'));
  const file =
    named === undefined
      ? usual && path.join(usual, 'git', 'ignore')
      : named.startsWith('~/') && home
        ? path.join(home, named.slice(2))
        : named;
  if (!file || !path.isAbsolute(file)) return undefined;
  return (await stat(file).catch(() => undefined))?.isFile() === true ? file : undefined;
}
