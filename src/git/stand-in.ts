/**
 * The repository that git is given in the place of the one that is asked about: a folder of ours with a configuration of
 * ours. It borrows the objects and the index of the real one, and nothing that can name a program: no configuration, no
 * includes, no hooks, no remotes. So there is no list of dangerous settings to keep complete.
 */
import { copyFile, mkdir, mkdtemp, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RepositoryPlace, staysHere } from './place.ts';
import { privateFolder } from './private-folder.ts';
import { isTrue, repositorySettings } from './settings.ts';
import { smallFile } from './small-file.ts';

export interface StandIn {
  /** What `GIT_DIR` is. Empty but for our own files, so it is also where git is started. */
  readonly gitDir: string;
  readonly objects: string;
  readonly index: string;
}

/** Bytes of `info/exclude` that are taken. */
const mostExcludeBytes = 1024 * 1024;
const mostAlternates = 50;

const folders = new Map<string, Promise<string>>();

/**
 * The stand-in of a repository, as the repository is now.
 * @returns a sentence where git cannot be asked about it at all
 */
export async function standInOf(place: RepositoryPlace): Promise<StandIn | { readonly fault: string }> {
  const objects = path.join(place.commonDir, 'objects');
  const faraway = await alternateElsewhere(objects);
  if (faraway) return { fault: 'Its objects are borrowed from a folder on another machine.' };
  const index = path.join(place.gitDir, 'index');
  const indexEntry = await stat(index).catch(() => undefined);
  if (indexEntry && !indexEntry.isFile()) return { fault: 'Its index is no file.' };
  const gitDir = await folderOf(place);
  await copyExcludes(place, gitDir);
  await shareSplitIndex(place, gitDir);
  return { gitDir, objects, index };
}

async function folderOf(place: RepositoryPlace): Promise<string> {
  const settings = await repositorySettings(place);
  const one = (key: string) => settings.get(key)?.at(-1)?.toLowerCase();
  const isSha256 = one('extensions.objectformat') === 'sha256';
  const key = `${place.gitDir} ${isSha256} ${one('core.ignorecase')} ${one('core.precomposeunicode')}`;
  return await prepared(key, () => ({
    ...(isSha256 && { 'extensions.objectFormat': 'sha256' }),
    'core.ignoreCase': String(isTrue(one('core.ignorecase'))),
    'core.precomposeUnicode': String(isTrue(one('core.precomposeunicode'))),
  }));
}

async function prepared(key: string, settings: () => Readonly<Record<string, string>>): Promise<string> {
  const known = await folders.get(key)?.catch(() => undefined);
  // What is in the folder for temporary files may be cleared away while a service runs for weeks.
  if (known !== undefined && (await stat(path.join(known, 'config')).catch(() => undefined))) return known;
  const made = prepare(settings());
  folders.set(key, made);
  return await made;
}

async function prepare(settings: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(await privateFolder(), 'r-'));
  for (const name of ['refs', 'objects', 'info']) await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  const lines = Object.entries({ 'core.repositoryFormatVersion': '1', ...settings }).map(([name, value]) => {
    const [section = '', key = ''] = name.split('.');
    return `[${section}]\n\t${key} = ${value}\n`;
  });
  await writeFile(path.join(folder, 'config'), lines.join(''));
  return folder;
}

/** `info/exclude` is read where git expects it. It holds patterns of names, nothing else. */
async function copyExcludes({ commonDir }: RepositoryPlace, gitDir: string): Promise<void> {
  const text = (await smallFile(path.join(commonDir, 'info/exclude'), mostExcludeBytes)) ?? '';
  const copy = path.join(gitDir, 'info/exclude');
  if (((await smallFile(copy, mostExcludeBytes)) ?? '') === text) return;
  // Another question may read it at the same time: it sees the one or the other.
  const draft = `${copy}.${process.hrtime.bigint()}`;
  await writeFile(draft, text);
  await rename(draft, copy);
}

/** An index may be the difference to another file, which git looks for beside its configuration. */
async function shareSplitIndex(place: RepositoryPlace, gitDir: string): Promise<void> {
  const names = await readdir(place.gitDir).catch(() => []);
  for (const name of names.filter((one) => /^sharedindex\.[0-9a-f]{40,64}$/.test(one))) {
    const [from, to] = [path.join(place.gitDir, name), path.join(gitDir, name)];
    if ((await stat(to).catch(() => undefined)) || !(await stat(from).catch(() => undefined))?.isFile())
      continue;
    // Links need a privilege on Windows.
    await symlink(from, to).catch(() => copyFile(from, to).catch(() => undefined));
  }
}

/** Whether objects come from a place that opening would tell another machine of; only Windows has such paths. */
async function alternateElsewhere(objects: string): Promise<boolean> {
  if (process.platform !== 'win32') return false;
  const seen = new Set<string>();
  const pending = [objects];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (seen.has(folder) || seen.size > mostAlternates) continue;
    seen.add(folder);
    const list = (await smallFile(path.join(folder, 'info/alternates'), mostExcludeBytes)) ?? '';
    for (const line of list.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
      if (!staysHere(line, objects)) return true;
      pending.push(path.resolve(folder, line));
    }
  }
  return false;
}
