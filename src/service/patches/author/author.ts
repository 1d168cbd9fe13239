import type { ModelMessage } from 'ai';
import { asData, dataRule } from '../../../agent/data.ts';
import type { Finding } from '../../../engine/finding.ts';
import type { ChangeOutcome } from '../../analysis/patch-outcome.ts';
import type { Core } from '../../core/context.ts';
import { type ModelTimes, traceName, usualTimes } from '../../models/connection.ts';
import { filesRead } from '../../models/files-read.ts';
import type { KnownModel, ModelRegistry } from '../../models/model-registry.ts';
import { mayAsk } from '../../models/models.ts';
import { usage } from '../../models/usage.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { Authored, Authoring, PatchAuthor, Unfixed } from '../patch-author.ts';
import { shortfall } from '../patch-evidence.ts';
import { codeOf } from './context.ts';
import type { Conversation } from './conversation.ts';
import type { Answer } from './proposal.ts';

export interface AuthorLimits {
  /** Changes that a model may propose for one issue: what was wrong with one is told to it. */
  readonly tries: number;
  /** Of all of them together, proofs included. */
  readonly longestMs: number;
  /** Tokens in and out of all tries. */
  readonly tokens: number;
  /** Tokens of one answer. */
  readonly answerTokens: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  readonly times: ModelTimes;
}

export const usualAuthorLimits: AuthorLimits = {
  tries: 3,
  longestMs: 6 * 60_000,
  tokens: 200_000,
  answerTokens: 8_192,
  answerBytes: 2 * 1024 * 1024,
  times: { ...usualTimes, firstPieceMs: 90_000, idleMs: 30_000, longestWaitMs: 20_000 },
};

const instructions = [
  'You mend one security issue of a project by changing its code. You are given the issue with its flow, why rules have no mechanical fix for it, and the code of the files that may be changed.',
  'Call propose_patch with replacements of text that stands in a file exactly once. Change as little as possible, in the style of the file. What the code does for those who use it rightly stays as it is: nothing is deleted, switched off, moved away or hidden, no error is thrown for good input, no check is silenced by a comment. Use only libraries that the project has, and the platform. Write no address, key or password. The change is held against an analysis of the whole project: the issue has to be gone, and nothing new may come.',
  'If no change is right without a decision of people, call decline with the reason.',
  dataRule,
].join('\n\n');

type Authors = Pick<Core, 'db'> & Pick<ServiceCore, 'runner' | 'workingCopies'>;

/**
 * Has the language model of an organization think out changes where rules have none: where one is connected and may be sent
 * the repository, of what a scan reads and without secrets. Whatever it says is held to the proof; it decides nothing.
 */
export function patchAuthor(
  core: Authors,
  models: ModelRegistry,
  limits: AuthorLimits = usualAuthorLimits,
): PatchAuthor {
  return async (unfixed, authoring) => {
    const known = await mayAsk(core, models, unfixed.organizationId, unfixed.repositoryId);
    if (!known || !languages.has(unfixed.finding.language)) return undefined;
    const startedAt = performance.now();
    const [{ Outgoing }, { Conversation }] = await Promise.all([
      import('../../models/outgoing.ts'),
      import('./conversation.ts'),
    ]);
    const outgoing = new Outgoing(await filesRead(core, unfixed.organizationId, unfixed.repositoryId));
    const used = usage(traceName(known.connection));
    const longest = AbortSignal.timeout(limits.longestMs);
    const signal = AbortSignal.any([authoring.signal, longest]);
    let outcome: Authored['outcome'];
    await using conversation = new Conversation(known.connection, answerTokensFor(known, limits), limits);
    try {
      outcome = await authored(
        unfixed,
        { ...authoring, signal },
        { known, outgoing, conversation, used, limits },
      );
    } catch (error) {
      authoring.signal.throwIfAborted();
      const seconds = Math.round(limits.longestMs / 1_000);
      const said = error instanceof Error ? error.message : 'It failed for an unknown reason.';
      const reason = longest.aborted ? `It came to no end within ${seconds} s.` : said;
      outcome = { type: 'failed', reason };
    }
    for (const sent of outgoing.takeSent()) used.add(sent);
    return { outcome, trace: used.trace(performance.now() - startedAt) };
  };
}

/** Those whose code can be held against what no fix may do. */
const languages: ReadonlySet<string> = new Set(['javascript', 'typescript', 'java', 'python']);

const answerTokensFor = ({ model }: KnownModel, { answerTokens }: AuthorLimits): number =>
  Math.min(answerTokens, Math.floor(model.contextTokens / 4));

interface Parts {
  readonly known: KnownModel;
  readonly outgoing: import('../../models/outgoing.ts').Outgoing;
  readonly conversation: Conversation;
  readonly used: ReturnType<typeof usage>;
  readonly limits: AuthorLimits;
}

async function authored(
  unfixed: Unfixed,
  { tryChange, on, signal }: Authoring,
  { known, outgoing, conversation, used, limits }: Parts,
): Promise<Authored['outcome']> {
  const { finding, root } = unfixed;
  // Half of the window, at three characters a token: the other half is for answers and what is said to them.
  const room = Math.min(80_000, Math.floor((known.model.contextTokens / 2) * 3));
  const code = await codeOf(root, finding, outgoing, room);
  if (!code.files.includes(finding.file)) {
    const reason = `The code of ${finding.file} is kept from language models: ignore rules name it, or it is made to hold keys.`;
    return { type: 'failed', reason };
  }
  const messages: ModelMessage[] = [
    { role: 'user', content: `${outgoing.text(about(unfixed))}\n\n${code.text}` },
  ];
  const strategy = `${finding.vulnClass}/model`;
  let best: Extract<ChangeOutcome, { type: 'made' }> | undefined;
  let reasons: readonly string[] = [];
  for (let asking = 1; asking <= limits.tries; asking++) {
    on({ asking, of: limits.tries });
    const { answer, reply, inputTokens, outputTokens } = await conversation.ask(
      instructions,
      messages,
      signal,
    );
    used.asked(inputTokens, outputTokens);
    if (answer.type === 'declined') return { type: 'declined', reason: answer.reason };
    const outcome = await outcomeOf(answer, (change) =>
      tryChange({ ...change, strategy, allowed: code.files }),
    );
    signal.throwIfAborted();
    if (outcome.type === 'impossible' || (outcome.type === 'made' && outcome.proven)) return outcome;
    if (outcome.type === 'made') best = outcome;
    reasons = outcome.type === 'made' ? [shortfall(outcome.patch)] : outcome.reasons;
    messages.push(
      ...reply(`It was not taken:\n${asData(reasons.map((one) => `- ${one}`).join('\n'), 'proof')}`),
    );
    if (used.tokens > limits.tokens) break;
  }
  if (best) return best;
  return { type: 'failed', reason: `What it proposed was not taken. ${reasons[0] ?? ''}`.trim() };
}

async function outcomeOf(
  answer: Exclude<Answer, { type: 'declined' }>,
  tryChange: (change: Extract<Answer, { type: 'change' }>['change']) => Promise<ChangeOutcome>,
): Promise<ChangeOutcome> {
  if (answer.type === 'unreadable') return { type: 'refused', reasons: [answer.reason] };
  return await tryChange(answer.change);
}

function about({ finding, obstacle }: Unfixed): string {
  const { title, vulnClass, cwes, file, range, message, codeFlows } = finding;
  const steps = (codeFlows[0]?.steps ?? []).map(
    (step) => `${step.file}:${step.range.startLine} (${step.role}) ${step.message}`,
  );
  const told: Partial<Finding> & { readonly place: string } = {
    title,
    vulnClass,
    cwes,
    message,
    place: `${file}:${range.startLine}`,
  };
  return asData(JSON.stringify({ ...told, flow: steps.slice(0, 40), whyRulesHaveNone: obstacle }), 'issue');
}
