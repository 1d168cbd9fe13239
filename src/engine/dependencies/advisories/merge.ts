import { grouped } from '../../grouped.ts';
import type { Advisory, AffectedPackage, AffectedRange, AffectedSymbols } from '../advisory.ts';
import type { Ecosystem } from '../package.ts';
import { namesOf, sortedVectors } from './facts.ts';
import { isSame, withoutListed } from './stretches.ts';

/**
 * Makes one advisory of all that are about one vulnerability: those that share an id or an alias, directly or by others.
 * Where sources say the same of a package it is kept once; where they disagree, each keeps its say under its own name.
 * One that was withdrawn says nothing while another is not.
 */
export function mergeByAlias(advisories: readonly Advisory[]): readonly Advisory[] {
  return groupsByAlias(advisories).map((group) => {
    const [first, ...others] = group;
    return first && others.length === 0 ? withPackages(first, [first]) : merged(group);
  });
}

/** Union-find over ids and aliases; groups stand in the order of their first members. */
function groupsByAlias(advisories: readonly Advisory[]): readonly (readonly Advisory[])[] {
  const parents = advisories.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    for (let next = parents[root]; next !== undefined && next !== root; next = parents[root]) root = next;
    // Path compression keeps a long chain of aliases linear.
    for (let step = at; step !== root; ) {
      const next = parents[step] ?? root;
      parents[step] = root;
      step = next;
    }
    return root;
  };
  const holders = new Map<string, number>();
  for (const [at, { id, aliases }] of advisories.entries()) {
    for (const name of [id, ...aliases]) {
      const holder = holders.get(name);
      if (holder === undefined) holders.set(name, at);
      else {
        const [a, b] = [rootOf(holder), rootOf(at)];
        parents[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  const groups = grouped(advisories.keys(), rootOf);
  return [...groups.values()].map((group) => group.flatMap((at) => advisories[at] ?? []));
}

function merged(group: readonly Advisory[]): Advisory {
  const standing = group.filter(({ withdrawn }) => withdrawn === undefined);
  const told = standing.length > 0 ? standing : group;
  const names = namesOf([...told, ...group].flatMap(({ id, aliases }) => [id, ...aliases]));
  const summary = firstOf(told.map((one) => one.summary));
  const severity = firstOf(told.map((one) => one.severity));
  const published = told.flatMap((one) => one.published ?? []).sort()[0];
  const modified = told
    .flatMap((one) => one.modified ?? [])
    .sort()
    .at(-1);
  const withdrawn = standing.length > 0 ? undefined : firstOf(group.map((one) => one.withdrawn));
  const whole: Advisory = {
    id: names?.id ?? '',
    aliases: names?.aliases ?? [],
    ...(summary !== undefined && { summary }),
    ...(severity !== undefined && { severity }),
    ...(published !== undefined && { published }),
    ...(modified !== undefined && { modified }),
    ...(withdrawn !== undefined && { withdrawn }),
    cwes: unique(told.flatMap(({ cwes }) => cwes)),
    cvss: sortedVectors(told.flatMap(({ cvss }) => cvss)),
    affected: [],
    sources: unique(told.flatMap(({ sources }) => sources)),
    references: unique(told.flatMap(({ references }) => references)),
  };
  return withPackages(whole, told);
}

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
const firstOf = <T>(values: readonly (T | undefined)[]): T | undefined =>
  values.find((value) => value !== undefined);

type Told = AffectedPackage & { readonly sources: readonly string[] };

/** An advisory with what others say of packages, each once. */
function withPackages(advisory: Advisory, told: readonly Advisory[]): Advisory {
  const entries = told.flatMap(({ affected, sources }) =>
    affected.map((one): Told => ({ ...withoutListed(one), sources: one.sources ?? sources })),
  );
  const byPackage = grouped(entries, ({ ecosystem, name }) => `${ecosystem} ${name}`);
  const affected = [...byPackage.values()].flatMap((list) => {
    const united = agreeing(bySource(list)).flatMap((same) => {
      const [first, whole] = [same[0], unite(same)];
      return first && whole ? [{ ...whole, ranges: first.ranges, versions: first.versions }] : [];
    });
    return united.map(({ sources, ...one }) =>
      advisory.sources.every((source) => sources.includes(source)) ? one : { ...one, sources },
    );
  });
  return { ...advisory, affected };
}

/** All that one source says of a package, in several records or several entries of one, counts together. */
function bySource(list: readonly Told[]): readonly Told[] {
  const groups = grouped(list, ({ sources }) => sources.join(' '));
  return [...groups.values()].flatMap((group) => unite(group) ?? []);
}

function unite(group: readonly Told[]): Told | undefined {
  const [first] = group;
  if (!first) return undefined;
  return {
    ecosystem: first.ecosystem,
    name: first.name,
    ranges: uniteRanges(group.flatMap(({ ranges }) => ranges)),
    versions: unique(group.flatMap(({ versions }) => versions)),
    symbols: uniteSymbols(group.flatMap(({ symbols }) => symbols)),
    sources: unique(group.flatMap(({ sources }) => sources)),
  };
}

function uniteRanges(ranges: readonly AffectedRange[]): readonly AffectedRange[] {
  return [...new Map(ranges.map((range) => [rangeKey(range), range])).values()];
}

const rangeKey = ({ introduced, fixed = '', lastAffected = '', before = '' }: AffectedRange): string =>
  JSON.stringify([introduced, fixed, lastAffected, before]);

function uniteSymbols(symbols: readonly AffectedSymbols[]): readonly AffectedSymbols[] {
  const byModule = grouped(symbols, ({ module }) => module);
  return [...byModule].map(([module, list]) => ({
    ...(module !== undefined && { module }),
    // No names mean all of the module.
    names: list.some(({ names }) => names.length === 0) ? [] : unique(list.flatMap(({ names }) => names)),
  }));
}

/** Entries with more ranges or listed versions than this are not compared: published ones have a few. */
const mostCompared = 300;

/** Puts entries together that affect the same versions. */
function agreeing(list: readonly Told[]): readonly (readonly Told[])[] {
  const groups: Told[][] = [];
  for (const one of list) {
    const group = groups.find(([first]) => first !== undefined && agree(first, one));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

function agree(left: Told, right: Told): boolean {
  return (
    left.ranges.length === right.ranges.length &&
    left.versions.length === right.versions.length &&
    left.ranges.length + left.versions.length <= mostCompared &&
    left.ranges.every((range) => right.ranges.some((other) => isSameRange(left.ecosystem, range, other))) &&
    left.versions.every((version) => right.versions.some((other) => isSame(left.ecosystem, version, other)))
  );
}

/** Bounds may be spelled differently: `1.0` and `1.0.0`. */
function isSameRange(ecosystem: Ecosystem, left: AffectedRange, right: AffectedRange): boolean {
  return (['introduced', 'fixed', 'lastAffected', 'before'] as const).every((bound) => {
    const [a, b] = [left[bound], right[bound]];
    return a === undefined || b === undefined ? a === b : isSame(ecosystem, a, b);
  });
}
