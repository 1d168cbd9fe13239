import type { CodeFlow, Finding, Location } from './finding.ts';
import { grouped } from './grouped.ts';

/**
 * Findings that have one cause: the same untrusted value arrives unguarded at several sinks of one file, or one secret
 * is written in several places.
 */

/** Flows of further sinks that a finding shows, and places of a secret. */
const maximumFlows = 20;

/** Returns the findings that one of several sinks stands for, itself first. */
export function unfolded(finding: Finding): readonly Finding[] {
  const { others, ...own } = finding;
  return others ? [own, ...others] : [finding];
}

/**
 * Returns the first of some findings with the others in it. It is as bad and as sure as the worst and the surest of them.
 * @param members of one cause, at least one
 */
export function folded(members: readonly Finding[]): Finding {
  const [first, ...others] = members;
  if (!first) throw new Error('A cause without a finding.');
  if (others.length === 0) return first;
  return {
    ...first,
    score: Math.max(...members.map(({ score }) => score)),
    confidence: Math.max(...members.map(({ confidence }) => confidence)),
    others,
  };
}

/** What findings of one cause have in common; undefined for those whose place itself is the issue. */
export function causeOf({ file, source, secret }: Finding): string | undefined {
  if (secret !== undefined) return `secret ${secret}`;
  return source?.cause === undefined ? undefined : `${source.cause} ${file}`;
}

/** Returns one finding for each cause, in the order of the first of each. */
export function foldCauses(findings: readonly Finding[]): readonly Finding[] {
  const groups = grouped(findings, (finding) => causeOf(finding) ?? finding);
  return [...groups.values()].map((members) => folded(inOrder(members)));
}

/** Returns findings of one cause by their places; those of a secret with the worst place in the product first. */
export const inOrder = (members: readonly Finding[]): readonly Finding[] =>
  members.toSorted(
    (a, b) =>
      (a.secret === undefined
        ? 0
        : Number(a.role !== undefined) - Number(b.role !== undefined) || b.score - a.score) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.range.startLine - b.range.startLine ||
      a.range.startColumn - b.range.startColumn,
  );

/** Returns the other places of a finding that no flow leads to, such as those of a secret. */
export const otherPlaces = ({ codeFlows, others = [] }: Finding): readonly Location[] =>
  codeFlows.length > 0 ? [] : others.slice(0, maximumFlows);

/** Returns the message of a finding, with the other places that no flow leads to. */
export function messageOf(finding: Finding): string {
  const places = otherPlaces(finding);
  if (places.length === 0) return finding.message;
  const shown = places.map(({ file, range }) =>
    file === finding.file ? `line ${range.startLine}` : `${file}:${range.startLine}`,
  );
  const left = (finding.others?.length ?? 0) - places.length;
  return `${finding.message} It is also in ${shown.join(', ')}${left > 0 ? ` and in ${left} more places` : ''}.`;
}

/** Returns the ways to the place of a finding, then one way to each of its other sinks. */
export const allFlows = ({ codeFlows, others = [] }: Finding): readonly CodeFlow[] => [
  ...codeFlows,
  ...others.slice(0, maximumFlows).flatMap((other) => other.codeFlows.slice(0, 1)),
];
