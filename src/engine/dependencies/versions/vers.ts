import { ecosystemOfPurl } from '../ecosystem-names.ts';
import type { Ecosystem } from '../package.ts';
import { holds, type Relation } from './clauses.ts';
import { compareVersions } from './index.ts';

/** Constraints of one range that are read; nobody writes more. */
const mostConstraints = 1_000;

interface Constraint {
  readonly relation: Relation;
  readonly version: string;
}

/**
 * Whether a version is in a range in the notation of vers (package-url/vers-spec), `vers:npm/>=4.0.0|<4.17.12`.
 * @returns undefined where the range or the version cannot be read, or the ecosystem's versions have no order
 */
export function isInRange(range: string, version: string): boolean | undefined {
  const [, type = '', written = ''] = /^vers:([a-z][a-z0-9.+-]{0,50})\/(.+)$/s.exec(range.trim()) ?? [];
  if (written === '*') return type !== 'none';
  const ecosystem = ecosystemOf(type);
  const constraints = constraintsIn(written);
  if (!ecosystem || !constraints) return undefined;
  const bounds: (Constraint & { readonly order: number })[] = [];
  for (const { relation, version: bound } of constraints) {
    const order = compareVersions(ecosystem, version, bound);
    if (order === undefined) return undefined;
    if (order === 0) {
      if (relation === '!=') return false;
      if (relation !== '<' && relation !== '>') return true;
    }
    if (relation !== '=' && relation !== '!=') bounds.push({ relation, version: bound, order });
  }
  if (bounds.length === 0) return constraints.every(({ relation }) => relation === '!=');
  return isBetween(bounds, ecosystem);
}

/** Of the nearest bounds on both sides, one has to open towards the version, and no other to close before it. */
function isBetween(
  bounds: readonly (Constraint & { readonly order: number })[],
  ecosystem: Ecosystem,
): boolean {
  const sorted = bounds.toSorted((a, b) => compareVersions(ecosystem, a.version, b.version) ?? 0);
  const below = sorted.findLast(({ order }) => order >= 0);
  const above = sorted.find(({ order }) => order <= 0);
  const isOpenBelow = below ? below.relation.startsWith('>') && holds(below.relation, below.order) : true;
  const isOpenAbove = above ? above.relation.startsWith('<') && holds(above.relation, above.order) : true;
  return isOpenBelow && isOpenAbove;
}

/** `>=1.0.0|!=1.2.0|<2.0.0`; a version alone is that version. */
function constraintsIn(written: string): readonly Constraint[] | undefined {
  const parts = written.replaceAll(/\s/g, '').split('|', mostConstraints + 1);
  if (parts.length > mostConstraints) return undefined;
  const constraints: Constraint[] = [];
  for (const part of parts) {
    const [, relation = '', quoted = ''] = /^(>=|<=|!=|>|<|=)?([^<>=!*|]+)$/.exec(part) ?? [];
    const version = unquoted(quoted);
    if (version === undefined || version === '') return undefined;
    constraints.push({ relation: relation === '' ? '=' : (relation as Relation), version });
  }
  return constraints;
}

function unquoted(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // An escape that is none.
    return undefined;
  }
}

/** Schemes have the names of package URLs' types; `semver` is the order that npm has, too. */
const ecosystemOf = (type: string): Ecosystem | undefined =>
  type === 'semver' ? 'npm' : ecosystemOfPurl(type);
