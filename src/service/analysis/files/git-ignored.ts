import { homedir } from 'node:os';
import path from 'node:path';
import type { RepositoryPlace } from '../../../git/place.ts';
import { runGitIn } from '../../../git/run.ts';
import { userExcludesFile } from '../../../git/settings.ts';

/** A file, or a folder with `/` at its end, that is not tracked because an ignore rule hides it. */
export interface Ignored {
  /** Relative to the folder that was asked about. */
  readonly name: string;
  /** The file that has the rule: relative to that folder, or of the user, beginning with `~`. */
  readonly ruleFile: string;
}

const maximumBytes = 256 * 1024 * 1024;
const unknownRules = 'ignore rules';

/**
 * What git leaves out of a folder because of ignore rules, and by whose rule; folders are named once, not each of their
 * files. Undefined where git cannot say.
 * @param wanted whether it is of interest who hides a path
 */
export async function gitIgnored(
  place: RepositoryPlace,
  excludes: readonly string[],
  wanted: (name: string) => boolean,
  signal?: AbortSignal,
): Promise<readonly Ignored[] | undefined> {
  const request = { signal, maximumBytes };
  const ask = [...excludes, 'ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await runGitIn(place, ask, request);
  if (listed.kind !== 'ok') return undefined;
  const names = listed.output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '' && wanted(name));
  if (names.length === 0) return [];
  // Asked from the root of the work tree, so that rule files are named from there.
  const explained = await runGitIn(
    { ...place, prefix: '' },
    [...excludes, 'check-ignore', '-z', '-v', '--stdin'],
    {
      ...request,
      input: names.map((name) => `${place.prefix}${name}\0`).join(''),
    },
  );
  if (explained.kind !== 'ok') return names.map((name) => ({ name, ruleFile: unknownRules }));
  const users = await userExcludesFile();
  const fields = explained.output.toString('utf8').split('\0');
  const found: Ignored[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', , , name = ''] = fields.slice(at, at + 4);
    found.push({ name: name.slice(place.prefix.length), ruleFile: ruleFileOf(source, place.prefix, users) });
  }
  return found;
}

function ruleFileOf(source: string, prefix: string, users: string | undefined): string {
  if (source === '') return unknownRules;
  if (source === users) {
    const fromHome = path.relative(homedir(), source);
    return fromHome.startsWith('..') ? source : `~/${fromHome.split(path.sep).join('/')}`;
  }
  // The stand-in's copy of the repository's own list.
  if (path.isAbsolute(source)) return '.git/info/exclude';
  return path.posix.relative(prefix, source);
}
