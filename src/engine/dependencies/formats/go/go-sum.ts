import { compare, parse } from 'semver';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf, folderOf, pathIn } from '../paths.ts';
import { type TextLine, textLines, wordsOf } from '../text-lines.ts';
import { goVersion, modulesOf } from './go-mod.ts';

/**
 * go.sum has the checksums of modules, also of versions that are not used. It adds something only for modules of before
 * Go 1.17, whose go.mod does not name what its dependencies need: of each such module the highest version whose code was
 * downloaded. It is read as a manifest, because go.mod, not this file, decides which version is used.
 */
export const goSum: ManifestFormat = {
  id: 'go.sum',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'go.sum',
  read(text, path, files) {
    const found = new Collector('Go', text);
    const goMod = files.read(pathIn(folderOf(path), 'go.mod') ?? '');
    if (goMod === undefined || isPruned(goVersion(goMod))) return found.result();
    const known = modulesOf(goMod);
    const highest = new Map<string, TextLine>();
    for (const line of textLines(text)) {
      const [name, version, sum] = wordsOf(line);
      if (!name) continue;
      if (!version || !sum) {
        found.problem(line.start, 'A line without module, version and checksum was left out.');
        continue;
      }
      if (version.text.endsWith('/go.mod') || known.has(name.text)) continue;
      const before = highest.get(name.text);
      if (!before || isHigher(version.text, before.text)) highest.set(name.text, version);
    }
    for (const [name, version] of highest)
      found.add({
        name,
        version: version.text,
        scope: 'unknown',
        group: 'go.sum',
        direct: false,
        at: version,
      });
    return found.result();
  },
};

/** From Go 1.17 on go.mod names every module (go.dev/ref/mod#graph-pruning). */
function isPruned(version: string | undefined): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  return major !== undefined && (Number(major) > 1 || Number(minor) >= 17);
}

function isHigher(one: string, other: string): boolean {
  const [a, b] = [parse(one), parse(other)];
  return a !== null && (b === null || compare(a, b) > 0);
}
