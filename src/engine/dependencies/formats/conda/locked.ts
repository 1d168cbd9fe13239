import { readPlainYaml } from '../../../files/structured/plain-yaml.ts';
import { itemsOf, type LocatedValue, type Span, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Scope } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';

/** A package of a lock file of conda, as one platform has it. */
export interface LockedPackage {
  readonly ecosystem: 'conda' | 'PyPI';
  readonly name: string;
  readonly version: string | undefined;
  readonly scope: Scope;
  readonly group: string;
  /** Names of what it needs; of a package of conda those of conda, of one of pip those of either. */
  readonly needs: readonly string[];
  readonly isRegistry: boolean;
  readonly license?: string | undefined;
  readonly at: Span;
}

interface LockFormat extends Pick<ManifestFormat, 'id' | 'reads'> {
  /** The key of the list of packages. */
  readonly list: string;
  /** The program whose lock file it is. */
  readonly program: string;
  /** What an entry says; undefined for one without a name. */
  readonly lockedOf: (item: LocatedValue) => LockedPackage | undefined;
}

/** A lock file in YAML that lists packages of conda and of PyPI for each platform. */
export const condaLockFormat = ({ id, reads, list, program, lockedOf }: LockFormat): ManifestFormat => ({
  id,
  kind: 'lock',
  reads,
  read(text) {
    const [document] = readPlainYaml(text);
    const packages = valueAt(document?.root, list);
    if (!document || !packages) throw new SyntaxError(`It is not a lock file of ${program}.`);
    const found = new Collector('conda', text, document.faults);
    const locked: LockedPackage[] = [];
    for (const item of itemsOf(packages)) {
      const entry = lockedOf(item);
      if (entry) locked.push(entry);
      else found.problem(item.start, 'A package without a name was left out.');
    }
    addLocked(found, locked);
    return found.result();
  },
});

/** Adds packages, each version once however many platforms have it. */
function addLocked(found: Collector, locked: readonly LockedPackage[]): void {
  const merged = new Map<
    string,
    { readonly entry: LockedPackage; readonly needs: Set<string>; scope: Scope }
  >();
  const keysOf = new Map<string, Set<string>>();
  for (const entry of locked) {
    const key = keyOf(entry);
    const known = merged.get(key) ?? { entry, needs: new Set(), scope: entry.scope };
    if (entry.scope === 'production') known.scope = 'production';
    for (const need of entry.needs) known.needs.add(need);
    merged.set(key, known);
    const id = `${entry.ecosystem} ${canonicalName(entry.ecosystem, entry.name)}`;
    keysOf.set(id, (keysOf.get(id) ?? new Set()).add(key));
  }
  const targets = (need: string, ecosystem: LockedPackage['ecosystem']): string[] => [
    ...(keysOf.get(`${ecosystem} ${canonicalName(ecosystem, need)}`) ??
      keysOf.get(`conda ${canonicalName('conda', need)}`) ??
      []),
  ];
  for (const [key, { entry, needs, scope }] of merged)
    found.add({
      key,
      ecosystem: entry.ecosystem,
      name: entry.name,
      version: entry.version,
      scope,
      group: entry.group,
      needs: [...needs].flatMap((need) => targets(need, entry.ecosystem)),
      origin: entry.isRegistry ? 'registry' : 'url',
      license: entry.license,
      at: entry.at,
    });
}

const keyOf = ({ ecosystem, name, version }: LockedPackage): string =>
  `${ecosystem} ${packageKey(canonicalName(ecosystem, name), version)}`;

/** The name at the start of a requirement. */
export const requiredName = (text: string): string => /^[\w.-]+/.exec(text.trim())?.[0] ?? '';
