import { folded, unfolded } from '../../../engine/causes.ts';
import type { Finding } from '../../../engine/finding.ts';

/** A finding as the base of a pull request has it. */
export type KnownFinding = Pick<Finding, 'file' | 'fingerprint'>;

/** What the base of a pull request has, as far as it was looked at. */
export interface KnownBase {
  readonly findings: readonly KnownFinding[];
  /** Files that were left out, whole or in part. */
  readonly notLookedAt: readonly string[];
}

/**
 * Returns the findings that a pull request brings: those that its base has not, be it in the same file or, by the same
 * fingerprint, in one that they were moved from. Of a cause with several sinks, the sinks that the base has not. What the base
 * may have as well, in a file that was not looked at there and that the change leaves as it is, is not its doing.
 * @param changed files; undefined where they are not known
 */
export function broughtFindings(
  head: readonly Finding[],
  base: KnownBase,
  changed: ReadonlySet<string> | undefined,
): readonly Finding[] {
  const doubtful = new Set(base.notLookedAt);
  const isKnown = ({ file }: Finding): boolean => doubtful.has(file) && changed?.has(file) === false;
  let left = head.flatMap((finding, index) => unfolded(finding).map((sink) => ({ sink, index })));
  let known = base.findings;
  for (const keyOf of [exactly, inItsFile, anywhere]) {
    const there = new Map<string, KnownFinding[]>();
    for (const one of known) {
      const key = keyOf(one);
      there.set(key, [...(there.get(key) ?? []), one]);
    }
    left = left.filter(({ sink }) => there.get(keyOf(sink))?.pop() === undefined);
    known = [...there.values()].flat();
  }
  const sinks = new Map<number, Finding[]>();
  for (const { sink, index } of left) {
    if (!isKnown(sink)) sinks.set(index, [...(sinks.get(index) ?? []), sink]);
  }
  return [...sinks.values()].map((of) => folded(of));
}

/** The fingerprint without the number that tells equal ones in a file apart. */
const kindOf = ({ fingerprint }: KnownFinding): string => fingerprint.replace(/:\d+$/, '');

const exactly = ({ file, fingerprint }: KnownFinding): string => `${fingerprint}\n${file}`;
const inItsFile = (finding: KnownFinding): string => `${kindOf(finding)}\n${finding.file}`;
const anywhere = kindOf;
