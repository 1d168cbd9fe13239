import { spawnGit } from '../../git/process.ts';
import { decidesAnalysis } from '../analysis/files/deciding-files.ts';
import { MirrorFailure, type MirrorLimits } from './limits.ts';

export interface TreeFile {
  /** Relative to the root, `/` as separator. */
  readonly path: string;
  readonly object: string;
  readonly bytes: number;
  readonly executable: boolean;
}

export interface Tree {
  readonly files: readonly TreeFile[];
  /** Links, submodules, and names that no folder of this machine can have. */
  readonly leftOut: readonly string[];
}

const entryBytes = 400;
const longestPath = 1_024;
const longestName = 255;

/** The files of a commit in a bare repository. @throws MirrorFailure; the signal's reason */
export async function readTree(
  gitDir: string,
  commit: string,
  limits: MirrorLimits,
  signal?: AbortSignal,
): Promise<Tree> {
  const answer = await spawnGit(['ls-tree', '-r', '-z', '--long', '--full-tree', commit], {
    signal,
    environment: { GIT_DIR: gitDir },
    maximumBytes: limits.files * entryBytes,
    timeoutMs: 120_000,
  });
  const tooMany = `The repository has more than ${limits.files} files, which is the most that is scanned.`;
  if (answer.kind === 'tooMuch') throw new MirrorFailure(tooMany);
  if (answer.kind !== 'ok') throw new MirrorFailure('The files of the commit could not be listed.');
  const files: TreeFile[] = [];
  const leftOut: string[] = [];
  let total = 0;
  for (const line of answer.output.toString('utf8').split('\0')) {
    const [, mode = '', type, object = '', size, path = ''] =
      /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line) ?? [];
    if (path === '') continue;
    if (type !== 'blob' || !mode.startsWith('100') || !isOrdinary(path)) {
      leftOut.push(path);
      continue;
    }
    const bytes = Number(size);
    total += Math.min(bytes, limits.fileBytes);
    files.push({ path, object, bytes, executable: mode === '100755' });
  }
  if (files.length > limits.files) throw new MirrorFailure(tooMany);
  if (total > limits.checkoutBytes)
    throw new MirrorFailure(
      `The files of the repository have more than ${Math.round(limits.checkoutBytes / 1_048_576)} MB, which is the most that is scanned.`,
    );
  return { files, leftOut };
}

/** Whose say it is what of a commit is analysed. */
export interface RuleSource {
  /** The commit that the files are taken from. */
  readonly commit: string;
  /** Where the folder that is analysed lies in the repository, with `/` at its end; empty for all of it. */
  readonly folder: string;
}

/**
 * The files of a commit, with those that decide what is analysed as another commit has them: a change must not hide itself.
 * @throws as `readTree`
 */
export async function readTreeWithRules(
  gitDir: string,
  { commit, rules }: { readonly commit: string; readonly rules?: RuleSource | undefined },
  limits: MirrorLimits,
  signal?: AbortSignal,
): Promise<Tree> {
  const own = await readTree(gitDir, commit, limits, signal);
  if (!rules || rules.commit === commit) return own;
  const other = await readTree(gitDir, rules.commit, limits, signal);
  const isRule = ({ path }: TreeFile): boolean =>
    path.startsWith(rules.folder) && decidesAnalysis(path.slice(rules.folder.length));
  return {
    files: [...own.files.filter((file) => !isRule(file)), ...other.files.filter(isRule)],
    leftOut: own.leftOut,
  };
}

/** Bytes of the names of files that differ. */
const mostChangedBytes = 32 * 1024 * 1024;

/** Files that differ between two commits, in content or in being there; undefined where one of the commits is not there. */
export async function changedPaths(
  gitDir: string,
  [before, after]: readonly [string, string],
  signal?: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const answer = await spawnGit(['diff-tree', '-r', '-z', '--name-only', '--no-renames', before, after], {
    signal,
    environment: { GIT_DIR: gitDir },
    maximumBytes: mostChangedBytes,
    timeoutMs: 120_000,
  });
  if (answer.kind !== 'ok') return undefined;
  return new Set(
    answer.output
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== ''),
  );
}

/** Names by which Windows and macOS would find `.git`, too. */
const gitsOwn = /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i;
/** Characters that HFS+ leaves out of names. */
const invisible = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether a path of a tree names a file below the root, and nothing of git's. A tree may hold any name. */
function isOrdinary(path: string): boolean {
  return (
    path.length <= longestPath &&
    !path.includes('\ufffd') &&
    !(process.platform === 'win32' && /[\\:]/.test(path)) &&
    path
      .split('/')
      .every(
        (part) =>
          part !== '' &&
          part !== '.' &&
          part !== '..' &&
          Buffer.byteLength(part) <= longestName &&
          !gitsOwn.test(part.replace(invisible, '')),
      )
  );
}
