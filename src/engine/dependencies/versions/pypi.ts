import { between, everyClause, holds, type Relation, someClause } from './clauses.ts';
import { compareLists, compareNaturals } from './digits.ts';
import { afterSeries, comparePublic, comparePython, type PythonVersion, parsePython } from './pep440.ts';
import { type Allows, versionScheme } from './scheme.ts';

/** PyPI: versions and specifiers of PEP 440; Poetry's `^`, `~`, `*` and `||`, which its manifests have in their place. */
export const pypi = versionScheme<PythonVersion>({
  parse: parsePython,
  compare: comparePython,
  requirement: (text) => someClause(text.split('||'), (part) => specifiers(part.trim())),
});

const isPrerelease = ({ pre, dev }: PythonVersion): boolean => pre !== undefined || dev !== undefined;

/** A set of specifiers; pre-releases are left out unless one of them names one, as PEP 440, "Handling of pre-releases" has it. */
function specifiers(text: string): Allows<PythonVersion> | undefined {
  if (text === '' || text === '*') return (version) => !isPrerelease(version);
  const texts = text
    .replace(/^\(([^()]*)\)$/, '$1')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const allows = everyClause(texts, specifier);
  const namesPrerelease = texts.some((part) => {
    const version = parsePython(part.replace(/^[\^~=!<>\s]+/, ''));
    return version !== undefined && isPrerelease(version) && !part.startsWith('!=');
  });
  return allows && ((version) => (namesPrerelease || !isPrerelease(version)) && allows(version));
}

const relations: Readonly<Record<string, Relation>> = { '': '=', '=': '=', '==': '=', '!=': '!=' };

function specifier(text: string): Allows<PythonVersion> | undefined {
  const [, operator = '', rest = ''] = /^(===|~=|[=!<>]=|[=<>^~])?\s*(\S+)$/.exec(text) ?? [];
  if (operator === '===') return (version) => version.text === rest.toLowerCase();
  const relation = Object.hasOwn(relations, operator) ? relations[operator] : undefined;
  if (relation && rest.endsWith('.*')) return prefix(rest.slice(0, -2), relation === '=');
  const bound = parsePython(rest);
  if (!bound) return undefined;
  if (relation) {
    const compare = bound.local.length > 0 ? comparePython : comparePublic;
    return (version) => holds(relation, compare(version, bound));
  }
  switch (operator) {
    case '~=':
      return compatible(bound);
    case '<=':
    case '>=':
      return (version) => holds(operator, comparePublic(version, bound));
    case '<':
      return (version) =>
        comparePublic(version, bound) < 0 &&
        !(isPrerelease(version) && !isPrerelease(bound) && isSameRelease(version, bound));
    case '>':
      return (version) =>
        comparePublic(version, bound) > 0 &&
        !(version.post !== undefined && bound.post === undefined && isSameRelease(version, bound));
    default:
      return poetryClause(operator, bound);
  }
}

const isSameRelease = (left: PythonVersion, right: PythonVersion): boolean =>
  compareNaturals(left.epoch, right.epoch) === 0 &&
  compareLists(left.release, right.release, '0', compareNaturals) === 0;

/** `== 1.4.*`: every release that begins so, padded with zeros. */
function prefix(text: string, wanted: boolean): Allows<PythonVersion> | undefined {
  const start = parsePython(text);
  if (!start) return undefined;
  return (version) => {
    const begins =
      version.epoch === start.epoch &&
      start.release.every((part, at) => (version.release[at] ?? '0') === part);
    return begins === wanted;
  };
}

/** `~= 2.2.3`: from there on, within 2.2.*. */
function compatible(bound: PythonVersion): Allows<PythonVersion> | undefined {
  if (bound.release.length < 2) return undefined;
  const series = prefix(`${bound.epoch}!${bound.release.slice(0, -1).join('.')}`, true);
  return series && ((version) => comparePublic(version, bound) >= 0 && series(version));
}

/** `^` and `~` of Poetry's manifests (Poetry, "Dependency specification"); undefined for any other operator. */
function poetryClause(operator: string, bound: PythonVersion): Allows<PythonVersion> | undefined {
  if (operator === '~')
    return between(bound, afterSeries(bound, Math.min(2, bound.release.length)), comparePython);
  if (operator !== '^') return undefined;
  const first = bound.release.findIndex((part) => part !== '0');
  const length = first < 0 ? bound.release.length : first + 1;
  return between(bound, afterSeries(bound, length), comparePython);
}
