import {
  itemsOf,
  type LocatedValue,
  membersOf,
  type Span,
  textOf,
  valueAt,
} from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { Origin, PackageEntry, Scope } from '../../package.ts';
import type { Place } from '../place.ts';
import { inside } from '../values.ts';
import { ofRange, scopeOfGroup } from './requirement.ts';

/**
 * A table of packages with a range or a table for each, as Poetry, Pipenv and Pixi have it. Poetry takes a version
 * without an operator for exactly this one (python-poetry.org, "Dependency specification").
 */
export function dependencyTable(
  table: LocatedValue | undefined,
  group: string,
  place: Place,
  scope: Scope = scopeOfGroup(group),
): PackageEntry[] {
  return [...membersOf(table)].flatMap(([name, { key, value }]): PackageEntry[] => {
    if (name === 'python') return [];
    const choices = value.kind === 'list' ? itemsOf(value) : [value];
    return choices.map((choice, index) => ({
      key: `${group}/${name}${index === 0 ? '' : `/${index}`}`,
      ecosystem: 'PyPI',
      name: canonicalName('PyPI', name),
      scope,
      group,
      direct: true,
      needs: [],
      range: place.range(key),
      ...rangeIn(choice, place),
    }));
  });
}

function rangeIn(
  value: LocatedValue,
  place: Place,
): Pick<PackageEntry, 'origin' | 'requirement' | 'version' | 'versionRange'> {
  const origin = originIn(value);
  const written = value.kind === 'text' ? value : valueAt(value, 'version');
  const range = textOf(written);
  if (range === undefined || written === undefined || origin !== 'registry') return { origin };
  const span: Span = inside(written);
  const exact = /^v?\d[\w.+!-]*$/.test(range) ? { requirement: range, version: range } : ofRange(range);
  return { origin, ...(range === '*' ? { requirement: '*' } : exact), versionRange: place.range(span) };
}

function originIn(value: LocatedValue): Origin {
  const members = membersOf(value);
  if (['git', 'hg', 'svn', 'bzr'].some((key) => members.has(key))) return 'git';
  const file = textOf(members.get('file')?.value);
  if (members.has('url') || /^https?:/.test(file ?? '')) return 'url';
  return members.has('path') || file !== undefined ? 'path' : 'registry';
}
