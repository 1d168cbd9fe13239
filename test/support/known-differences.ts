/**
 * What is known to differ between the annotated corpora and what is found in them: `known-differences.json` in the folder of
 * the corpora. Each difference has its reason, and is removed from the list when it is gone.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Outcome } from './corpus.ts';

const knownDifference = z.strictObject({
  kind: z.enum(['miss', 'noise']),
  vulnClass: z.string(),
  /** As in `Outcome.place`. */
  place: z.string(),
  reason: z.string().min(20),
});

export type KnownDifference = z.infer<typeof knownDifference>;

export interface Comparison {
  readonly unexpected: readonly Outcome[];
  /** On the list, and no difference any more. */
  readonly gone: readonly KnownDifference[];
}

/** @returns the list of a folder of corpora @throws when it is not a valid list */
export async function readKnownDifferences(corpora: string): Promise<readonly KnownDifference[]> {
  return z
    .array(knownDifference)
    .parse(JSON.parse(await readFile(join(corpora, 'known-differences.json'), 'utf8')));
}

/** Compares what came out with what is annotated, less what is known. */
export function compareWithKnown(
  outcomes: readonly Outcome[],
  known: readonly KnownDifference[],
): Comparison {
  const isSame = (outcome: Outcome, { kind, vulnClass, place }: KnownDifference): boolean =>
    outcome.kind === kind && outcome.vulnClass === vulnClass && outcome.place === place;
  return {
    unexpected: outcomes.filter(
      (outcome) =>
        (outcome.kind === 'miss' || outcome.kind === 'noise') &&
        !known.some((difference) => isSame(outcome, difference)),
    ),
    gone: known.filter((difference) => !outcomes.some((outcome) => isSame(outcome, difference))),
  };
}

/** A line each, for the message of a failure and the report of a benchmark. */
export const describeComparison = ({ unexpected, gone }: Comparison): readonly string[] => [
  ...unexpected.map(({ kind, vulnClass, place }) => `${kind.padEnd(5)} ${vulnClass}  ${place}`),
  ...gone.map(
    ({ kind, vulnClass, place }) =>
      `gone  ${vulnClass}  ${place}: no ${kind} any more, remove it from known-differences.json`,
  ),
];
