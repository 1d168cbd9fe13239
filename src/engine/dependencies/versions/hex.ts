import { parse, type SemVer } from 'semver';
import { everyClause, holds, type Relation, someClause } from './clauses.ts';
import { type Allows, versionScheme } from './scheme.ts';

/**
 * Hex: Semantic Versioning 2.0.0, and the requirements of Elixir's `Version` module: comparisons, `~>`, `and`, `or`.
 * Pre-releases are versions like others, as in `Version.match?/3`.
 */
export const hex = versionScheme<SemVer>({
  parse: (text) => parse(text) ?? undefined,
  compare: (left, right) => left.compare(right),
  requirement: (text) =>
    someClause(text.split(/\sor\s/), (part) =>
      everyClause(part.split(/\sand\s/), (one) => comparison(one.trim())),
    ),
});

const relations: Readonly<Record<string, Relation>> = {
  '': '=',
  '==': '=',
  '!=': '!=',
  '!': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

function comparison(text: string): Allows<SemVer> | undefined {
  const [, operator = '', rest = ''] = /^([<>=!~]*)\s*(\d\S*)$/.exec(text) ?? [];
  if (operator === '~>') return pessimistic(rest);
  const relation = Object.hasOwn(relations, operator) ? relations[operator] : undefined;
  const version = parse(rest);
  return relation && version ? (other) => holds(relation, other.compare(version)) : undefined;
}

/** `~> 2.1` ends before 3.0.0, `~> 2.1.3` before 2.2.0; pre-releases of the end are past it. */
function pessimistic(text: string): Allows<SemVer> | undefined {
  const parts = /^(\d+)\.(\d+)(\.\d+)?(-[\w.-]+)?$/.exec(text);
  if (!parts) return undefined;
  const [, major = '', minor = '', patch, label = ''] = parts;
  const from = parse(`${major}.${minor}${patch ?? '.0'}${label}`);
  const until = patch === undefined ? `${Number(major) + 1}.0.0-0` : `${major}.${Number(minor) + 1}.0-0`;
  const end = parse(until);
  if (!from || !end) return undefined;
  return (version) => version.compare(from) >= 0 && version.compare(end) < 0;
}
