import type { CodeFlow, Finding } from './finding.ts';
import { grouped } from './grouped.ts';

/** Findings that have one cause: the same untrusted value arrives unguarded at several sinks of one function. */

/** Flows of further sinks that a finding shows. */
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
export const causeOf = ({ file, source }: Finding): string | undefined =>
  source?.cause === undefined ? undefined : `${source.cause} ${file}`;

/** Returns one finding for each cause, in the order of the first of each. */
export function foldCauses(findings: readonly Finding[]): readonly Finding[] {
  const groups = grouped(findings, (finding) => causeOf(finding) ?? finding);
  return [...groups.values()].map(folded);
}

/** Returns the ways to the place of a finding, then one way to each of its other sinks. */
export const allFlows = ({ codeFlows, others = [] }: Finding): readonly CodeFlow[] => [
  ...codeFlows,
  ...others.slice(0, maximumFlows).flatMap((other) => other.codeFlows.slice(0, 1)),
];
