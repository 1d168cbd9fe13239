import {
  itemsOf,
  type LocatedTable,
  type LocatedValue,
  textOf,
  valueAt,
} from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { Origin, PackageEntry, Scope } from '../../package.ts';
import type { Place } from '../place.ts';

/** A package that another one asks for, by its canonical name. */
export interface Asked {
  readonly name: string;
  /** Where the lock file has several versions of it. */
  readonly version?: string;
}

/** What a lock file's own layout says of one package. */
export interface Described {
  readonly scope: Scope;
  readonly group: string;
  readonly origin: Origin;
  readonly asks: readonly Asked[];
  readonly direct?: boolean;
}

/**
 * The packages of a lock file that has a table for each, with `name` and `version`.
 * @param describe what else a table says; undefined for a package that is the project's own
 */
export function lockedPackages(
  list: LocatedValue | undefined,
  place: Place,
  describe: (table: LocatedTable, name: string, version: string | undefined) => Described | undefined,
): PackageEntry[] {
  const found: { readonly entry: PackageEntry; readonly asks: readonly Asked[] }[] = [];
  const keys = new Map<string, string[]>();
  const taken = new Map<string, number>();
  for (const table of itemsOf(list)) {
    if (table.kind !== 'table') continue;
    const written = textOf(valueAt(table, 'name'));
    if (written === undefined) {
      place.problem(table.start, 'A package without a name was left out.');
      continue;
    }
    const name = canonicalName('PyPI', written);
    const version = textOf(valueAt(table, 'version'));
    const described = describe(table, name, version);
    if (!described) continue;
    const identity = keyOf(name, version);
    const before = taken.get(identity) ?? 0;
    taken.set(identity, before + 1);
    // One version may come twice: with and without an extra, or for different platforms.
    const key = before === 0 ? identity : `${identity}/${before}`;
    const { asks, ...more } = described;
    const entry: PackageEntry = {
      key,
      ecosystem: 'PyPI',
      name,
      ...(version !== undefined && { version }),
      ...more,
      needs: [],
      range: place.range(table.members.get('name')?.key ?? table),
    };
    found.push({ entry, asks });
    for (const each of new Set([name, identity])) push(keys, each, key);
  }
  return found.map(({ entry, asks }) => ({
    ...entry,
    needs: [
      ...new Set(asks.flatMap(({ name, version }) => keys.get(keyOf(name, version)) ?? keys.get(name) ?? [])),
    ].filter((key) => key !== entry.key),
  }));
}

const keyOf = (name: string, version: string | undefined): string =>
  version === undefined ? name : `${name}@${version}`;

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
