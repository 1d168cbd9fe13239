import type { ResolvedPackage } from '../graph.ts';
import type { Ecosystem } from '../package.ts';
import { differenceOf, foldings, spellings } from './name-distance.ts';
import { popularNames } from './popular-names/index.ts';
import type { Risk, SupplyChainRule } from './risk.ts';

/** Packages whose names can be taken for those of popular ones. */

const lookalike: SupplyChainRule = {
  id: 'lookalike-package/name',
  title: 'Package named almost like a popular one',
  cwes: ['CWE-1357', 'CWE-506'],
  score: 30,
  confidence: 50,
  isHint: true,
  remediation:
    'Look at who publishes it and since when. If the popular one was meant, replace it, and change what the machine knew.',
};

export const lookalikeRules = [lookalike];

/** Longer names are compared by nobody who types them. */
const longestName = 100;

interface Imitated {
  readonly name: string;
  /** In a sentence: `swapped letters`. */
  readonly by: string;
}

/** Returns packages with a name that is almost a popular one's, each once a file. */
export function lookalikeRisks(packages: readonly ResolvedPackage[]): Risk[] {
  const seen = new Set<string>();
  return packages.flatMap(({ entry, file, direct, asked }): Risk[] => {
    const { ecosystem } = entry;
    const name = comparedName(ecosystem, entry.name);
    if (entry.origin === 'path' || name.length > longestName) return [];
    const imitated = imitatedBy(ecosystem, name);
    if (!imitated) return [];
    const place = direct ? { file: asked.file, range: asked.entry.range } : { file, range: entry.range };
    const key = `${place.file} ${name}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const message = `\`${entry.name}\` differs from \`${imitated.name}\`, which many projects use, by ${imitated.by}.`;
    return [{ rule: lookalike, ecosystem, ...place, message, subject: `${name} ${imitated.name}` }];
  });
}

/** The part of a name that its publisher chose. */
function comparedName(ecosystem: Ecosystem, name: string): string {
  const lower = name.toLowerCase();
  if (ecosystem === 'Maven') return lower.slice(0, Math.max(0, lower.indexOf(':')));
  // The major version, and packages within a module.
  if (ecosystem === 'Go')
    return lower
      .replace(/\/v\d+$/, '')
      .split('/')
      .slice(0, 3)
      .join('/');
  return lower;
}

const indexes = new Map<Ecosystem, ReadonlyMap<string, readonly string[]>>();

/** Popular names by all spellings that are one edit away, made with the first look-up. */
function indexOf(ecosystem: Ecosystem): ReadonlyMap<string, readonly string[]> {
  const known = indexes.get(ecosystem);
  if (known) return known;
  const index = new Map<string, string[]>();
  for (const name of popularNames[ecosystem]?.popular ?? [])
    for (const spelling of new Set([...spellings(name), ...foldings(name)])) {
      const names = index.get(spelling);
      if (names) names.push(name);
      else index.set(spelling, [name]);
    }
  indexes.set(ecosystem, index);
  return index;
}

function imitatedBy(ecosystem: Ecosystem, name: string): Imitated | undefined {
  const known = popularNames[ecosystem];
  if (!known || known.popular.has(name) || known.neighbours.has(name)) return undefined;
  const index = indexOf(ecosystem);
  for (const spelling of new Set([...spellings(name), ...foldings(name)]))
    for (const popular of index.get(spelling) ?? []) {
      const difference = differenceOf(name, popular);
      if (difference && !isOfSamePublisher(ecosystem, name, popular))
        return { name: popular, by: difference };
    }
  return prefixed(ecosystem, name, known.popular);
}

/** Who owns a scope, or an account, publishes all that is below it. */
function isOfSamePublisher(ecosystem: Ecosystem, name: string, popular: string): boolean {
  const owner = (of: string): string | undefined => {
    if (ecosystem === 'npm') return of.startsWith('@') ? of.slice(0, of.indexOf('/')) : undefined;
    return ecosystem === 'Go' ? of.split('/').slice(0, 2).join('/') : undefined;
  };
  const own = owner(name);
  return own !== undefined && own === owner(popular);
}

/** A scope that was written as a part of the name, a prefix of the language, another top-level domain. */
function prefixed(ecosystem: Ecosystem, name: string, popular: ReadonlySet<string>): Imitated | undefined {
  if (ecosystem === 'npm' && !name.startsWith('@')) {
    const at = /[-_]/.exec(name)?.index ?? -1;
    const scoped = `@${name.slice(0, at)}/${name.slice(at + 1)}`;
    if (at > 0 && popular.has(scoped)) return { name: scoped, by: 'a hyphen in the place of its scope' };
  }
  if (ecosystem === 'PyPI') {
    const [, rest = ''] = /^python-(.{4,})$/.exec(name) ?? [];
    if (popular.has(rest)) return { name: rest, by: 'the prefix `python-`' };
  }
  if (ecosystem === 'Maven') {
    const [, domain = '', rest = ''] = /^(com|org|io|net)\.(.+)$/.exec(name) ?? [];
    const other = ['com', 'org', 'io', 'net'].find(
      (each) => each !== domain && popular.has(`${each}.${rest}`),
    );
    if (rest !== '' && other !== undefined) return { name: `${other}.${rest}`, by: 'its top-level domain' };
  }
  return undefined;
}
