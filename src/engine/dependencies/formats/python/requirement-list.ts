import { itemsOf, type LocatedValue, textOf } from '../../../files/structured/value.ts';
import type { PackageEntry, Scope } from '../../package.ts';
import type { Place } from '../place.ts';
import { inside } from '../values.ts';
import { readRequirement } from './requirement.ts';

/** @returns the requirements of a list of strings; an item that is none is a problem */
export function requirementList(
  list: LocatedValue | undefined,
  group: string,
  scope: Scope,
  place: Place,
): PackageEntry[] {
  const found: PackageEntry[] = [];
  for (const item of itemsOf(list)) {
    const text = textOf(item);
    // Tables include another group, or say a setting of it.
    if (text === undefined) continue;
    const entry = requirementEntry(text, inside(item).start, group, scope, place);
    if (entry) found.push(entry);
    else place.problem(item.start, 'This is no requirement of Python; it was left out.');
  }
  return found;
}

/** @param offset where the text stands in the file */
export function requirementEntry(
  text: string,
  offset: number,
  group: string,
  scope: Scope,
  place: Place,
): PackageEntry | undefined {
  const read = readRequirement(text);
  if (!read) return undefined;
  const { nameSpan, rangeSpan, ...found } = read;
  return {
    key: `${group}/${found.name}/${offset}`,
    ecosystem: 'PyPI',
    ...found,
    scope,
    group,
    direct: true,
    needs: [],
    range: place.range({ start: offset + nameSpan.start, end: offset + nameSpan.end }),
    ...(rangeSpan && {
      versionRange: place.range({ start: offset + rangeSpan.start, end: offset + rangeSpan.end }),
    }),
  };
}
