import { type LocatedValue, type Member, membersOf, textOf } from '../../../files/structured/value.ts';
import type { PackageEntry } from '../../package.ts';
import type { Place } from '../place.ts';
import { inside } from '../values.ts';
import { readSpecifier } from './specifier.ts';

/** Overrides inside each other that are followed. */
const maximumDepth = 20;

/**
 * The versions that a manifest forces upon packages that others ask for: `overrides` of npm, `resolutions` of yarn,
 * `pnpm.overrides`. The project does not ask for these packages itself.
 */
export function overridesIn(table: LocatedValue | undefined, group: string, place: Place): PackageEntry[] {
  const found: PackageEntry[] = [];
  const visit = (members: ReadonlyMap<string, Member>, above: string, owner: string, depth: number): void => {
    if (depth > maximumDepth) return;
    for (const [selector, { key, value }] of members) {
      const name = selector === '.' ? owner : selectedName(selector);
      const path = `${above}/${selector}`;
      const text = textOf(value);
      if (text === undefined) visit(membersOf(value), path, name, depth + 1);
      else if (!text.startsWith('$') && text !== '-') {
        found.push({
          key: path,
          ecosystem: 'npm',
          scope: 'unknown',
          group,
          direct: false,
          constrains: true,
          needs: [],
          range: place.range(key),
          versionRange: place.range(inside(value)),
          ...readSpecifier(name, text),
        });
      }
    }
  };
  visit(membersOf(table), group, '', 0);
  return found;
}

/** The package of a selector: `a`, `a@^1`, `parent>a`, `parent/a` or a glob that ends so; names may have a scope. */
function selectedName(selector: string): string {
  const last = selector.slice(selector.lastIndexOf('>') + 1);
  const range = last.indexOf('@', 1 + last.lastIndexOf('/'));
  const path = (range > last.lastIndexOf('/') + 1 ? last.slice(0, range) : last).split('/');
  const name = path.at(-1) ?? '';
  const scope = path.at(-2);
  return scope?.startsWith('@') ? `${scope}/${name}` : name;
}
