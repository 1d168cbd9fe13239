import { readJson } from '../../../files/structured/json.ts';
import { type LocatedValue, membersOf, type Span, textOf, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';
import { baseOf } from '../paths.ts';

interface Locked {
  readonly name: string;
  readonly version: string | undefined;
  readonly isProject: boolean;
  isDirect: boolean;
  readonly frameworks: string[];
  readonly needs: Set<string>;
  readonly at: Span;
}

/** packages.lock.json (learn.microsoft.com/nuget, "Locking dependencies"): a package of several frameworks is one entry. */
export const nugetLock: ManifestFormat = {
  id: 'packages.lock.json',
  kind: 'lock',
  reads: (path) => /^packages(?:\.[\w.-]+)?\.lock\.json$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readJson(text);
    const frameworks = valueAt(root, 'dependencies');
    if (!frameworks) throw new SyntaxError('It is not a lock file of NuGet.');
    const found = new Collector('NuGet', text, faults);
    const locked = new Map<string, Locked>();
    for (const [framework, { value }] of membersOf(frameworks)) addFramework(locked, framework, value);
    for (const [key, { name, version, isProject, isDirect, frameworks: of, needs, at }] of locked)
      found.add({
        key,
        name,
        version,
        scope: 'unknown',
        group: of.slice(0, 3).join(', '),
        direct: isDirect,
        needs: [...needs],
        origin: isProject ? 'path' : 'registry',
        at,
      });
    return found.result();
  },
};

function addFramework(locked: Map<string, Locked>, framework: string, value: LocatedValue): void {
  const keyOf = new Map<string, string>();
  for (const [name, member] of membersOf(value)) {
    const canonical = canonicalName('NuGet', name);
    keyOf.set(canonical, packageKey(canonical, textOf(valueAt(member.value, 'resolved'))));
  }
  for (const [name, member] of membersOf(value)) {
    const key = keyOf.get(canonicalName('NuGet', name));
    if (key === undefined) continue;
    const type = textOf(valueAt(member.value, 'type'));
    const entry = locked.get(key) ?? {
      name,
      version: textOf(valueAt(member.value, 'resolved')),
      isProject: type === 'Project',
      isDirect: false,
      frameworks: [],
      needs: new Set(),
      at: member.key,
    };
    entry.isDirect ||= type === 'Direct' || type === 'Project';
    entry.frameworks.push(framework);
    for (const need of membersOf(valueAt(member.value, 'dependencies')).keys()) {
      const target = keyOf.get(canonicalName('NuGet', need));
      if (target !== undefined) entry.needs.add(target);
    }
    locked.set(key, entry);
  }
}
