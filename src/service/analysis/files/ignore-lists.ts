import ignore, { type Ignore } from 'ignore';
import type { IgnoreList } from '../scan-choices.ts';
import { depthOf, faultOfRule, maximumDepth } from './excludes.ts';

/**
 * Whether settings leave a file out. Of several lists the one of the innermost folder that holds the file decides alone: what a
 * part of the repository says takes the place of what is said of the whole.
 * @returns a test of paths relative to the root
 */
export function isLeftOut(lists: readonly IgnoreList[]): (path: string) => boolean {
  const byFolder = new Map<string, Ignore>(
    lists.map(({ folder, patterns }) => [
      folder,
      ignore({ allowRelativePaths: true }).add(patterns.filter((one) => faultOfRule(one) === undefined)),
    ]),
  );
  if (lists.every(({ patterns }) => patterns.length === 0)) return () => false;
  return (path) => {
    if (depthOf(path) > maximumDepth) return false;
    for (let slash = path.lastIndexOf('/'); ; slash = path.lastIndexOf('/', slash - 1)) {
      const rules = byFolder.get(slash < 0 ? '' : path.slice(0, slash));
      if (rules) return rules.ignores(path.slice(slash + 1));
      if (slash <= 0) break;
    }
    return byFolder.get('')?.ignores(path) ?? false;
  };
}
