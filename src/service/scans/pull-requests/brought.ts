import { folded, unfolded } from '../../../engine/causes.ts';
import type { Finding } from '../../../engine/finding.ts';

/** A finding as the base of a pull request has it. */
export type KnownFinding = Pick<Finding, 'file' | 'fingerprint'>;

/**
 * Returns the findings that a pull request brings: those that its base has not, be it in the same file or, by the same
 * fingerprint, in one that they were moved from. Of a cause with several sinks, the sinks that the base has not.
 * @param isKnown findings that the base may have and was not asked about
 */
export function broughtFindings(
  head: readonly Finding[],
  base: readonly KnownFinding[],
  isKnown: (finding: Finding) => boolean = () => false,
): readonly Finding[] {
  let left = head.flatMap((finding, index) => unfolded(finding).map((sink) => ({ sink, index })));
  let known = base;
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
