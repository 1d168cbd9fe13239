import { type FormattingOptions, modify } from 'jsonc-parser';
import { readJson } from '../../files/structured/json.ts';
import type { Edit } from '../../fixes/edits.ts';
import { baseOf } from '../formats/paths.ts';
import type { Raise } from './target.ts';

/**
 * Where `package.json` says which version others get, by the lock file: `overrides` of npm (docs.npmjs.com, package.json),
 * `pnpm.overrides` (pnpm.io/settings), `resolutions` of yarn.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  'package-lock.json': ['overrides'],
  'npm-shrinkwrap.json': ['overrides'],
  'pnpm-lock.yaml': ['pnpm', 'overrides'],
  'yarn.lock': ['resolutions'],
};

/** @returns the keys under which a manifest of this lock file overrides; undefined where there is no such thing */
export const overridesOf = (lock: string): readonly string[] | undefined => groups[baseOf(lock)];

/**
 * Edits of a `package.json` that give packages another version wherever others ask for the old one.
 * @param version writes the range or version that they get
 * @returns undefined where the manifest cannot be edited for sure
 */
export function overridingEdits(
  manifest: string,
  lock: string,
  raises: readonly Raise[],
  version: (raise: Raise) => string,
): readonly Edit[] | undefined {
  const keys = overridesOf(lock);
  const isSound = readsWhole(manifest);
  if (!keys || !isSound) return undefined;
  let text = manifest;
  const formattingOptions = formattingOf(manifest);
  for (const raise of raises) {
    const path = [...keys, selectorOf(raise, raises, keys)];
    const edits = modify(text, path, version(raise), { formattingOptions });
    text = edits
      .toSorted((a, b) => b.offset - a.offset)
      .reduce(
        (all, { offset, length, content }) => all.slice(0, offset) + content + all.slice(offset + length),
        text,
      );
  }
  return [differenceOf(manifest, text)];
}

/** Only what may resolve to a version below the fixed one: another major beside it stays. Yarn 1 has no such selector. */
function selectorOf({ name, from, to }: Raise, raises: readonly Raise[], keys: readonly string[]): string {
  if (keys.includes('resolutions')) return name;
  const isOnly = raises.every((other) => other.to === to || other.name !== name);
  return isOnly ? `${name}@<${to}` : `${name}@>=${from} <${to}`;
}

function readsWhole(text: string): boolean {
  try {
    return readJson(text).faults.length === 0;
  } catch {
    return false;
  }
}

function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol,
  };
}

/** The one stretch in which two texts differ. */
function differenceOf(before: string, after: string): Edit {
  let at = 0;
  const shorter = Math.min(before.length, after.length);
  while (at < shorter && before[at] === after[at]) at += 1;
  let same = 0;
  while (same < shorter - at && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { at, end: before.length - same, text: after.slice(at, after.length - same) };
}
