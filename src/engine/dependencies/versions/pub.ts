import { parse, type SemVer } from 'semver';
import { everyClause, holds, type Relation } from './clauses.ts';
import { type Allows, versionScheme } from './scheme.ts';

/**
 * Pub: Semantic Versioning 2.0.0, except that build metadata counts (pub_semver: `1.0.0` < `1.0.0+1` < `1.0.1`).
 * Requirements are `any`, `^` and comparisons side by side (dart.dev, "Package dependencies").
 */
export const pub = versionScheme<SemVer>({
  parse: (text) => parse(text) ?? undefined,
  compare,
  requirement(text) {
    if (text === 'any' || text === '') return () => true;
    return everyClause(text.replaceAll(/([<>=^])\s+/g, '$1').split(/\s+/), comparison);
  },
});

function compare(left: SemVer, right: SemVer): number {
  return left.compare(right) || left.compareBuild(right);
}

function comparison(text: string): Allows<SemVer> | undefined {
  const [, operator = '', rest = ''] = /^(\^|<=?|>=?)?(\d\S*)$/.exec(text) ?? [];
  const version = parse(rest);
  if (!version) return undefined;
  if (operator === '^') {
    const end = parse(
      version.major > 0 ? `${version.major + 1}.0.0-0` : `0.${version.minor > 0 ? version.minor + 1 : 1}.0-0`,
    );
    const until = version.major === 0 && version.minor === 0 ? parse(`0.0.${version.patch + 1}-0`) : end;
    return until ? (other) => compare(other, version) >= 0 && compare(other, until) < 0 : undefined;
  }
  const relation = relationOf(operator);
  const isEnd = relation === '<' && version.prerelease.length === 0;
  return (other) => {
    // Before 2.0.0 means before its pre-releases, too.
    if (isEnd && other.prerelease.length > 0 && other.compareMain(version) === 0) return false;
    return holds(relation, compare(other, version));
  };
}

function relationOf(operator: string): Relation {
  return operator === '<' || operator === '<=' || operator === '>' || operator === '>=' ? operator : '=';
}
