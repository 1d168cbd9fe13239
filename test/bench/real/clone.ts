/** A clone without a work tree, as data: nothing of it is run, no hook, no filter, no configuration of its own. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPlace } from '../../../src/git/place.ts';
import { headOf } from '../../../src/git/refs.ts';
import { runGitIn } from '../../../src/git/run.ts';
import { defaultScanLimits } from '../../../src/service/analysis/limits.ts';

const mostListed = 512 * 1024 * 1024;
/** Objects and bytes that git is asked for at a time: it has half a minute for each answer. */
const batchFiles = 400;
const batchBytes = 48 * 1024 * 1024;

export interface Clone {
  readonly repo: string;
  /** The whole hash of a commit, by a part of it; of the newest one without. Undefined where the clone lacks it. */
  commit(hash: string | undefined): Promise<string | undefined>;
  /**
   * Writes the files of a commit. Links, submodules and files that are too large to be analysed are left out.
   * @param folders what is written; everything when empty
   * @returns how many objects the clone lacks
   */
  write(commit: string, folders: readonly string[], into: string): Promise<number>;
  /** The changes of one file, as a diff without context. */
  diff(from: string, to: string, file: string): Promise<string>;
}

/** The clone of a repository below a folder of clones, as `owner+name/repo` or `owner+name`; undefined where there is none. */
export async function openClone(mirror: string, repo: string): Promise<Clone | undefined> {
  const base = path.resolve(mirror, repo.replace('/', '+'));
  for (const gitDir of [`${base}/repo`, `${base}/repo/.git`, base, `${base}/.git`]) {
    const isThere = await Promise.all(
      ['HEAD', 'objects', 'refs'].map((name) => stat(path.join(gitDir, name)).catch(() => undefined)),
    );
    if (isThere.every((entry) => entry !== undefined)) return cloneAt(repo, gitDir);
  }
  return undefined;
}

function cloneAt(repo: string, gitDir: string): Clone {
  const place: RepositoryPlace = { workTree: gitDir, gitDir, commonDir: gitDir, prefix: '' };
  const ask = async (args: readonly string[], input = ''): Promise<Buffer> => {
    const answer = await runGitIn(place, ['--literal-pathspecs', ...args], {
      input,
      maximumBytes: mostListed,
    });
    if (answer.kind === 'ok') return answer.output;
    throw new Error(
      `git could not read ${repo}: ${answer.kind === 'refused' ? answer.message : answer.kind}`,
    );
  };
  return {
    repo,
    commit: async (hash) => {
      const asked = hash ?? (await headOf(place)).commit;
      if (asked === undefined) return undefined;
      const found = await ask(['rev-parse', '--verify', '--quiet', `${asked}^{commit}`]).catch(
        () => undefined,
      );
      return found?.toString('utf8').trim();
    },
    write: async (commit, folders, into) => {
      const listed = await ask(['ls-tree', '-r', '-z', '-l', '--full-tree', commit, '--', ...folders]);
      const entries = listed.toString('utf8').split('\0').flatMap(entryOf);
      let lacking = 0;
      for (const batch of batches(entries)) {
        const answer = await ask(['cat-file', '--batch'], `${batch.map(({ hash }) => hash).join('\n')}\n`);
        lacking += await writeBatch(batch, answer, into);
      }
      return lacking;
    },
    diff: async (from, to, file) => {
      const args = ['diff-tree', '-p', '-U0', '--text', '--no-renames', '--no-ext-diff', '--no-textconv'];
      return (await ask([...args, from, to, '--', file])).toString('utf8');
    },
  };
}

interface Entry {
  readonly hash: string;
  readonly bytes: number;
  readonly file: string;
}

/** A line of `ls-tree -l`: mode, type, hash, size, path. */
function entryOf(text: string): Entry[] {
  const [, hash, size, file] = /^100[0-7]{3} blob ([0-9a-f]+) +(\d+|BAD)\t(.+)$/s.exec(text) ?? [];
  if (hash === undefined || file === undefined || !staysInside(file)) return [];
  const bytes = Number(size);
  return bytes > defaultScanLimits.fileBytes ? [] : [{ hash, bytes: Number.isNaN(bytes) ? 0 : bytes, file }];
}

/** Git refuses such names, but a tree can be made by hand. */
function staysInside(file: string): boolean {
  return file.split('/').every((part) => !['', '.', '..'].includes(part) && part.toLowerCase() !== '.git');
}

function* batches(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  let batch: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length > 0 && (batch.length >= batchFiles || bytes + entry.bytes > batchBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(entry);
    bytes += entry.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** `<hash> blob <size>`, the bytes and a line's end for each object, or `<hash> missing`. */
async function writeBatch(batch: readonly Entry[], answer: Buffer, into: string): Promise<number> {
  let at = 0;
  let lacking = 0;
  for (const { file } of batch) {
    const end = answer.indexOf('\n', at);
    const size = / blob (\d+)$/.exec(answer.toString('latin1', at, end))?.[1];
    at = end + 1;
    if (size === undefined) {
      lacking++;
      continue;
    }
    const target = path.join(into, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, answer.subarray(at, at + Number(size)), { flag: 'wx' });
    at += Number(size) + 1;
  }
  return lacking;
}
