import type { Finding } from '../finding.ts';
import type { Candidate, FileChange, Proposal } from './fixer.ts';
import { verdictOf } from './verdict.ts';

/** What was looked at before a change was called proven. */
export interface Evidence {
  /** The change applies to the very text it was made for. */
  readonly applies: boolean;
  /** It adds no place that does not follow the grammar. */
  readonly parses: boolean;
  /** The analysis of the whole project with the change does not report the finding. */
  readonly findingGone: boolean;
  /** That analysis reports nothing that was not there before. */
  readonly nothingNew: boolean;
  readonly newFindings: readonly Finding[];
  /** How many other findings are gone with it. */
  readonly alsoGone: number;
}

export type Outcome =
  | { readonly type: 'proven' | 'unproven'; readonly candidate: Candidate; readonly evidence: Evidence }
  | { readonly type: 'none'; readonly reason: string };

export const isProven = (evidence: Evidence): boolean =>
  evidence.applies && evidence.parses && evidence.findingGone && evidence.nothingNew;

/** Texts that stand for those of the project's files, by path. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Tries candidates in their order and takes the first that is proven; otherwise the one that comes closest.
 * @param analyse every finding of the project with the texts of some files replaced
 * @param applies whether the change, written as a patch, leads from its base to its result
 * @throws what `analyse` throws
 */
export async function prove(
  target: Finding,
  baseline: readonly Finding[],
  proposal: Proposal,
  analyse: (texts: Texts) => Promise<readonly Finding[]>,
  applies: (change: FileChange) => boolean,
  on: (tried: number, of: number) => void = () => undefined,
): Promise<Outcome> {
  if (proposal.type === 'none') return proposal;
  let best: (Outcome & { type: 'unproven' }) | undefined;
  for (const [index, candidate] of proposal.candidates.entries()) {
    on(index + 1, proposal.candidates.length);
    const evidence = await examine(target, baseline, candidate, analyse, applies);
    if (isProven(evidence)) return { type: 'proven', candidate, evidence };
    if (!best || closeness(evidence) > closeness(best.evidence))
      best = { type: 'unproven', candidate, evidence };
  }
  return best ?? { type: 'none', reason: 'There was no change to try.' };
}

async function examine(
  target: Finding,
  baseline: readonly Finding[],
  { changes }: Candidate,
  analyse: (texts: Texts) => Promise<readonly Finding[]>,
  applies: (change: FileChange) => boolean,
): Promise<Evidence> {
  const parses = changes.every(({ syntaxErrors }) => syntaxErrors.after <= syntaxErrors.before);
  const good = changes.every(applies);
  if (!parses || !good)
    return { applies: good, parses, findingGone: false, nothingNew: false, newFindings: [], alsoGone: 0 };
  const after = await analyse(Object.fromEntries(changes.map((change) => [change.file, change.after])));
  const verdict = verdictOf(target, baseline, after, changes);
  return {
    applies: good,
    parses,
    findingGone: verdict.gone,
    nothingNew: verdict.news.length === 0,
    newFindings: verdict.news,
    alsoGone: verdict.alsoGone,
  };
}

const closeness = (evidence: Evidence): number =>
  [evidence.applies, evidence.parses, evidence.findingGone, evidence.nothingNew].filter(Boolean).length;
