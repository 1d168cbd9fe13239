import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Origin, Scope } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { type TextLine, textLines } from '../text-lines.ts';

/** paket.dependencies (fsprojects.github.io/Paket/dependencies-file.html): `nuget Name ~> 1.2`, in groups. */
export const paketDependencies: ManifestFormat = {
  id: 'paket.dependencies',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'paket.dependencies',
  read(text) {
    const found = new Collector('NuGet', text);
    let group = 'Main';
    let isPaket = false;
    for (const line of textLines(text)) {
      if (/^\s*(?:#|\/\/|$)/.test(line.text)) continue;
      const named = /^\s*group\s+(\S+)/i.exec(line.text)?.[1];
      group = named ?? group;
      const isKnown = statement.test(line.text);
      isPaket ||= isKnown;
      if (!isKnown || /^\s*(?:nuget|clitool)\s*$/i.test(line.text)) {
        const why = isKnown ? 'The line names no package' : 'The line is no statement of Paket';
        found.problem(line.start, `${why}; it was left out.`);
      }
      const [head = '', before = '', name] = /^(\s*(?:nuget|clitool)\s+)([\w.-]+)/i.exec(line.text) ?? [];
      if (name === undefined) continue;
      const [gap = ''] = /^\s+(?=[\d~<>=!@])/.exec(line.text.slice(head.length)) ?? [];
      const rest = line.text.slice(head.length + gap.length);
      const requirement = gap === '' ? '' : (asked.exec(rest)?.[0] ?? '').trim();
      const start = line.start + before.length;
      const from = start + name.length + gap.length;
      found.add({
        name,
        version: /^(?:==?\s*)?(\d[\w.-]*)$/.exec(requirement)?.[1],
        requirement: requirement === '' ? undefined : requirement,
        scope: scopeOf(group),
        group,
        direct: true,
        at: { start, end: start + name.length },
        versionAt: requirement === '' ? undefined : { start: from, end: from + requirement.length },
      });
    }
    if (!isPaket && text.trim() !== '') throw new SyntaxError('It is not a file of dependencies of Paket.');
    return found.result();
  },
};

/** What a line begins with: where packages come from, what is asked for, or a setting with a colon. */
const statement =
  /^\s*(?:(?:nuget|clitool|github|gist|git|bitbucket|http|group|source|cache|version|references|framework|external_lock)\b|[\w-]+\s*:)/i;

/** One or more bounds, each an operator and a version. */
const asked = /^(?:[~<>=!@]*\s*[\d*][\w.*-]*(?:\s+(?=[<>=~!]))?)+/;

/** Groups have free names; what they are for is not said, but for the one without a name. */
const scopeOf = (group: string): Scope => (group === 'Main' ? 'production' : 'unknown');

interface Locked {
  readonly name: string;
  readonly version: string;
  readonly group: string;
  readonly origin: Origin;
  readonly line: TextLine;
  readonly needs: string[];
}

/** paket.lock: packages with four spaces before them, what they need with six. */
export const paketLock: ManifestFormat = {
  id: 'paket.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'paket.lock',
  read(text) {
    const found = new Collector('NuGet', text);
    const entries = [...lockedIn(text)];
    if (entries.length === 0 && text.trim() !== '' && !/^(?:NUGET|GROUP|GITHUB|HTTP|GIT)\b/m.test(text))
      throw new SyntaxError('It is not a lock file of Paket.');
    const key = ({ group, name, version }: Locked): string =>
      `${group} ${packageKey(canonicalName('NuGet', name), version)}`;
    const keyOf = new Map(
      entries.map((entry) => [`${entry.group} ${canonicalName('NuGet', entry.name)}`, key(entry)]),
    );
    for (const entry of entries)
      found.add({
        key: key(entry),
        name: entry.name,
        version: entry.version,
        scope: scopeOf(entry.group),
        group: entry.group,
        needs: entry.needs.flatMap(
          (need) => keyOf.get(`${entry.group} ${canonicalName('NuGet', need)}`) ?? [],
        ),
        origin: entry.origin,
        at: { ...entry.line, start: entry.line.start + 4 },
      });
    return found.result();
  },
};

function* lockedIn(text: string): Generator<Locked> {
  let group = 'Main';
  let section = '';
  let current: Locked | undefined;
  for (const line of textLines(text)) {
    const head = /^([A-Z]+)(?:\s+(\S+))?\s*$/.exec(line.text);
    if (head?.[1] === 'GROUP') group = head[2] ?? group;
    section = head?.[1] ?? section;
    const [, indent, name, version] =
      /^( {4}| {6})([\w.-]+)(?: \(([^()\s]*)(?:\s[^()]*)?\))?/.exec(line.text) ?? [];
    if (name === undefined || section !== 'NUGET') continue;
    if (indent === '      ') current?.needs.push(name);
    else if (version !== undefined) {
      if (current) yield current;
      current = { name, version, group, origin: 'registry', line, needs: [] };
    }
  }
  if (current) yield current;
}
