import * as z from 'zod';
import { prose } from '../../../../agent/data.ts';
import type { ToolCall } from '../../../../api/contract/agent/message.ts';
import {
  type IssueStatus,
  PatchCheckStatus,
  PatchStatus,
  PatchValidation,
  Verdict,
} from '../../../../api/contract/vocabulary.ts';
import { askBack } from './ask-back.ts';
import { type Answer, type Asked, anything, call, say } from './asked.ts';
import { factsOf } from './issue-facts.ts';
import { meant } from './meant.ts';
import { lacksReason } from './memory.ts';
import type { Decision } from './request.ts';
import { connectModel, counted, inWords, issueHeading, issueName } from './words.ts';

/** Answers that do something about issues. What changes anything waits for the person's consent. */

const Patch = z.object({
  issueId: z.string(),
  status: PatchStatus,
  validation: PatchValidation,
  title: z.string().optional(),
  explanation: z.string().optional(),
  checks: z.array(z.object({ name: z.string(), status: PatchCheckStatus, detail: z.string() })),
  alsoResolved: z.int().optional(),
  errorMessage: z.string().optional(),
});
type Patch = z.output<typeof Patch>;

const mostFixed = 10;

/** Has patches made, shows them, and asks to apply the first that is not applied yet. */
export async function* fix(asked: Asked): Answer {
  const which = await meant(asked, true);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  if (which.note !== undefined) yield say(`*${which.note}*\n\n`);
  yield* fixEach(asked, which.ids.slice(0, mostFixed));
  const rest = which.ids.length - mostFixed;
  if (rest > 0) yield say(`\n\n${counted(rest, 'more issue')} were meant; I do ${mostFixed} at a time.`);
}

async function* fixEach(asked: Asked, ids: readonly string[]): Answer {
  const done = answeredPatches(asked);
  const open = ids.filter((id) => !done.has(id));
  const isOne = open.length === 1;
  if (open.length > 1) yield say('Making patches and proving them, one after the other.\n\n');
  for (const [index, id] of open.entries()) {
    const facts = await factsOf(asked, id);
    if ('reason' in facts) {
      yield say(`${prose(facts.reason)}\n\n`);
      continue;
    }
    if (isOne)
      yield say(`${issueHeading(facts.data)}\n\nMaking a patch and proving it. This can take a moment.\n\n`);
    // What was found to have no mechanical change is not tried again by itself.
    const tool = facts.data.patch === 'UNPATCHABLE' ? 'show_patch' : 'generate_patch';
    const made = await call(asked, tool, { issueId: id }, Patch);
    const words = 'reason' in made ? prose(made.reason) : patchWords(made.data);
    if ('reason' in made || made.data.status !== 'READY') {
      const remedy = facts.data.remediation;
      const byHand =
        remedy === undefined || 'reason' in made ? '' : `\n\nBy hand: ${prose(remedy)} ${connectModel}`;
      yield say(isOne ? `${words}${byHand}\n\n` : `- ${issueName(facts.data)}: ${words}\n`);
      continue;
    }
    yield say(`${isOne ? '' : `\n${issueHeading(facts.data)}\n\n`}${words}\n\n`);
    const applied = yield* apply(asked, id);
    const left = open.length - index - 1;
    if (!applied && left > 0) yield say(` ${counted(left, 'more issue')} after this one.`);
    return;
  }
}

/** Issues whose patch a person already decided about in this conversation, since they last asked for a fix. */
function answeredPatches({ turn }: Asked): ReadonlySet<string> {
  const last = turn.history.findLastIndex(({ role }) => role === 'user');
  const calls = turn.history
    .slice(last + 1)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool' ? [part.call] : [])));
  const all = turn.answered ? [...calls, turn.answered] : calls;
  const decided = all.filter(
    ({ name, status }) => name === 'apply_patch' && status !== 'RUNNING' && status !== 'AWAITING_CONSENT',
  );
  return new Set(decided.flatMap((each) => issueOf(each) ?? []));
}

function issueOf({ input }: ToolCall): string | undefined {
  const read = z.object({ issueId: z.string() }).safeParse(input);
  return read.success ? read.data.issueId : undefined;
}

/** What stands beside a patch that is shown: its diff is in the patch itself. */
function patchWords(patch: Patch): string {
  const { status, validation, title, explanation, checks, alsoResolved = 0, errorMessage } = patch;
  if (status === 'UNPATCHABLE')
    return `There is no mechanical change that is surely right here. ${prose(errorMessage ?? '', 500)}`.trim();
  if (status === 'FAILED') return `No patch could be made. ${prose(errorMessage ?? '', 500)}`.trim();
  if (status !== 'READY') return 'The patch is still being made. Ask *show the patch* in a moment.';
  const proof =
    validation === 'PASSED'
      ? 'Proven: with it the issue is gone and nothing is new.'
      : `**Not proven**: ${checks
          .filter((check) => check.status !== 'PASSED')
          .map(({ detail }) => prose(detail, 200))
          .join(' ')}`;
  const also = alsoResolved > 0 ? ` ${counted(alsoResolved, 'other issue')} would be gone with it.` : '';
  return [title === undefined ? '' : `**${prose(title, 200)}**`, prose(explanation ?? ''), `${proof}${also}`]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** @returns whether it was applied at once, which only a client that needs no consent does */
async function* apply(asked: Asked, issueId: string): AsyncGenerator<ReturnType<typeof say>, boolean> {
  const made = await call(asked, 'apply_patch', { issueId }, anything);
  if (!('reason' in made)) {
    yield say(`${made.call.result?.text ?? 'Applied.'} Say *scan* to see that the issue is gone.`);
    return true;
  }
  yield say(made.waits ? 'Shall I apply it? Nothing is changed before you agree.' : prose(made.reason));
  return false;
}

export async function* showPatch(asked: Asked): Answer {
  const which = await meant(asked, true);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  if (which.note !== undefined) yield say(`*${which.note}*\n\n`);
  for (const issueId of which.ids.slice(0, 3)) {
    const facts = await factsOf(asked, issueId);
    if (!('reason' in facts)) yield say(`${issueHeading(facts.data)}\n\n`);
    const read = await call(asked, 'show_patch', { issueId }, Patch);
    if ('reason' in read) yield say(`${prose(read.reason)}\n\n`);
    else if (read.data.status === 'NONE')
      yield say('There is no patch of it yet: say *fix this* and I have one made.\n\n');
    else
      yield say(
        `${patchWords(read.data)}\n\n${read.data.status === 'READY' ? 'Say *apply it* to have it in your files.' : ''}\n\n`,
      );
  }
}

export async function* applyPatch(asked: Asked): Answer {
  const which = await meant(asked, false);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  yield* fixEach(asked, which.ids.slice(0, mostFixed));
}

const statusOf: Readonly<Record<Decision, IssueStatus>> = {
  falsePositive: 'FALSE_POSITIVE',
  nonExploitable: 'NON_EXPLOITABLE',
  acceptedRisk: 'ACCEPTED_RISK',
  backlog: 'BACKLOG',
  informational: 'INFORMATIONAL',
  confirm: 'REVIEWING',
  reopen: 'PENDING_REVIEW',
};

export async function* triage(asked: Asked): Answer {
  const { request } = asked;
  const { decision, reason } = request;
  if (decision === undefined) {
    yield say(
      'As what? *False positive*, *not exploitable*, *accepted risk*, *backlog*, *informational*, *confirmed* or *open again*, with the reason: *number 2 is a false positive because …*',
    );
    return;
  }
  const which = await meant(asked, false);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  const status = statusOf[decision];
  const many = counted(which.ids.length, 'issue');
  if (lacksReason(request)) {
    yield say(
      `Why is it ${decision === 'acceptedRisk' ? 'an accepted risk' : decision === 'falsePositive' ? 'a false positive' : 'not exploitable'}? Say the reason, and I ask to set it for ${many}: *because …*`,
    );
    return;
  }
  yield say(`Setting ${many} to *${inWords(status)}*.\n\n`);
  const made = await call(
    asked,
    'triage_issues',
    { issueIds: which.ids, status, ...(reason && { reason }) },
    anything,
  );
  if (!('reason' in made)) yield say(made.call.result?.text ?? 'Done.');
  else yield say(made.waits ? 'It is set once you agree.' : prose(made.reason));
}

const Investigation = z.object({
  status: z.string(),
  verdict: Verdict.optional(),
  confidence: z.number().optional(),
  summary: z.string().optional(),
  evidence: z.array(
    z.object({ speaks: z.string(), text: z.string(), file: z.string().optional(), line: z.int().optional() }),
  ),
  errorMessage: z.string().optional(),
});

export async function* investigate(asked: Asked): Answer {
  const which = await meant(asked, true);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  if (which.note !== undefined) yield say(`*${which.note}*\n\n`);
  for (const issueId of which.ids.slice(0, 3)) {
    const facts = await factsOf(asked, issueId);
    if ('reason' in facts) {
      yield say(`${facts.reason}\n\n`);
      continue;
    }
    yield say(
      `${issueHeading(facts.data)}\n\nLooking deeper: the analysis again with more of the project, guards, history, earlier decisions.\n\n`,
    );
    const read = await call(asked, 'investigate_issue', { issueId }, Investigation);
    yield say(`${'reason' in read ? prose(read.reason) : found(read.data)}\n\n`);
  }
}

function found({
  status,
  verdict,
  confidence,
  summary,
  evidence,
  errorMessage,
}: z.output<typeof Investigation>): string {
  if (verdict === undefined) {
    return errorMessage === undefined
      ? `It is ${inWords(status)}; ask again in a moment.`
      : prose(errorMessage, 500);
  }
  const sides = { real: 'for it', harmless: 'against it' } as const;
  const lines = evidence
    .slice(0, 10)
    .map(
      ({ speaks, text }) =>
        `- ${prose(text, 300)} (${speaks in sides ? sides[speaks as keyof typeof sides] : 'neither way'})`,
    );
  const decide =
    verdict === 'FALSE_POSITIVE' || verdict === 'NON_EXPLOITABLE'
      ? `If you agree: *mark it as ${inWords(verdict)} because …*`
      : '';
  const sure = confidence === undefined ? '' : ` It is real with ${confidence} %, all told.`;
  return [`**${inWords(verdict)}.** ${prose(summary ?? '', 800)}${sure}`, lines.join('\n'), decide]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Goes on after a person agreed to a call, or declined. */
export async function* goOn(asked: Asked, answered: ToolCall): Answer {
  // Asked before anything is said: the editor's chat folds away what was said before the last step.
  const open = await othersToFix(asked, answered);
  yield say(outcomeOf(answered));
  if (open.length === 0) return;
  yield say('\n\nThe next one.\n\n');
  yield* fixEach(asked, open);
}

function outcomeOf({ status, result, errorMessage }: ToolCall): string {
  if (status === 'DECLINED') return 'Left as it is.';
  if (status === 'FAILED') return `That did not work: ${prose(errorMessage ?? 'no reason was given', 500)}`;
  return result?.text ?? 'Done.';
}

/** Of the issues that were to be fixed those whose patches nobody was asked about yet. */
async function othersToFix(asked: Asked, { name, status }: ToolCall): Promise<readonly string[]> {
  const isFix = asked.request.intent === 'fix' || asked.request.intent === 'applyPatch';
  if (status === 'FAILED' || name !== 'apply_patch' || !isFix) return [];
  const which = await meant(asked, true);
  return 'ask' in which ? [] : which.ids.filter((id) => !answeredPatches(asked).has(id));
}
