import * as l10n from '@vscode/l10n';
import type { Conversation } from '../../api/contract/agent/conversations.ts';
import type { AgentJob } from '../../api/contract/agent/job.ts';
import type { AgentMessage, Attachment, ToolCall } from '../../api/contract/agent/message.ts';
import type { Patch } from '../../api/contract/patches.ts';
import type { IssueState } from '../issues/issue-state.ts';
import { stateLabel } from '../issues/issue-state-text.ts';
import { needViews } from '../patches/needs.ts';
import { originText } from '../patches/origin-words.ts';
import { checkLabel, isProven, patchState, proofText } from '../patches/patch-words.ts';
import type {
  Chip,
  ConversationView,
  JobView,
  MessageView,
  PartView,
  PatchCardView,
  ToolView,
} from './messages.ts';

/** What the service says of conversations, in the words of the page. */

const longestInput = 4_000;
const longestResult = 20_000;
const mostSent = 200;
const mostDiffLines = 160;

/** The title of an issue, where the window knows it. */
export type TitleOf = (issueId: string) => string | undefined;

export function toConversationView(
  conversation: Conversation,
  nameOf: (repositoryId: string) => string,
): ConversationView {
  const { id, title, preview, source, repositoryId, archivedAt, activeJobId, updatedAt, messageCount } =
    conversation;
  return {
    ...{ id, title, preview, source, updatedAt, messageCount },
    repository: repositoryId === null ? '' : nameOf(repositoryId),
    isArchived: archivedAt !== null,
    isBusy: activeJobId !== null,
    issueId: conversation.issueId ?? null,
  };
}

export function toMessageView(message: AgentMessage, titleOf: TitleOf): MessageView {
  const { id, jobId, role, state, parts, attachments, createdAt } = message;
  return {
    ...{ id, jobId, role, state },
    at: createdAt,
    parts: parts.map(toPartView),
    chips: attachments.map((one) => toChip(one, titleOf)),
  };
}

export function toPartView(part: AgentMessage['parts'][number]): PartView {
  return part.type === 'tool' ? { type: 'tool', call: toToolView(part.call) } : part;
}

export function toToolView({
  input,
  result,
  consent,
  errorMessage,
  finishedAt,
  ...call
}: ToolCall): ToolView {
  return {
    ...{ id: call.id, name: call.name, title: call.title, effect: call.effect, status: call.status },
    input: cut(JSON.stringify(input, null, 2) ?? '', longestInput),
    ...(consent === undefined ? {} : { consent }),
    ...(result === undefined
      ? {}
      : {
          result: { text: cut(result.text, longestResult), places: result.places.slice(0, 50).map(toPlace) },
        }),
    ...(errorMessage === undefined ? {} : { errorMessage }),
    startedAt: call.startedAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
}

function toPlace({ label, path, line, issueId }: NonNullable<ToolCall['result']>['places'][number]) {
  return {
    ...{ label, path },
    ...(line === undefined ? {} : { line }),
    ...(issueId === undefined ? {} : { issueId }),
  };
}

export function toJobView({ id, status, stage, errorMessage, trace }: AgentJob): JobView {
  return {
    ...{ id, status },
    ...(stage === undefined ? {} : { stage }),
    ...(errorMessage === undefined ? {} : { errorMessage }),
    trace: toTraceView(trace),
  };
}

export function toTraceView({ model, sent, ...trace }: AgentJob['trace']): NonNullable<JobView['trace']> {
  return { ...trace, ...(model === undefined ? {} : { model }), sent: sent.slice(0, mostSent) };
}

export function toChip(value: Attachment, titleOf: TitleOf): Chip {
  switch (value.kind) {
    case 'file':
      return { label: nameOf(value.path), detail: value.path, value };
    case 'selection': {
      const lines =
        value.startLine === value.endLine ? `${value.startLine}` : `${value.startLine}–${value.endLine}`;
      return { label: `${nameOf(value.path)}:${lines}`, detail: value.path, value };
    }
    case 'issue':
      return { label: titleOf(value.issueId) ?? l10n.t('Issue'), detail: value.issueId, value };
  }
}

/**
 * A patch as a card shows it: what it changes, cut to what is read there, and whether it is proven.
 * @param issue the state of its issue, where the window knows it
 */
export function toPatchCard(patch: Patch, issue?: IssueState): PatchCardView {
  const making = patchState(patch);
  const state = cardState(patch, issue);
  return {
    state,
    text:
      issue && (state === 'settled' || state === 'outdated')
        ? stateLabel(issue)
        : making === 'ready'
          ? proofText(patch)
          : (patch.errorMessage ?? patch.stage ?? l10n.t('The service gave no reason.')),
    isProven: isProven(patch),
    origin: making === 'ready' ? originText(patch) : '',
    checks: (patch.evidence?.checks ?? []).map(({ name, status, detail }) => ({
      label: checkLabel(name),
      status,
      detail: status === 'PASSED' ? '' : cut(detail, 500),
    })),
    needs: making === 'ready' ? needViews(patch).map(({ text, name }) => ({ text, name })) : [],
    files: patch.files.map(({ path, diff }) => {
      const lines = diff.replace(/\n$/, '').split('\n');
      const start = Math.max(
        0,
        lines.findIndex((line) => line.startsWith('@@')),
      );
      const shown = lines.slice(start, start + mostDiffLines).map((line) => cut(line, 500));
      return { path, lines: shown, more: Math.max(0, lines.length - start - mostDiffLines) };
    }),
  };
}

/** What is offered with a patch follows from the state of its issue; where that is not known, from the patch alone. */
function cardState(patch: Patch, issue: IssueState | undefined): PatchCardView['state'] {
  const making = patchState(patch);
  switch (issue?.kind) {
    case 'resolved':
    case 'suppressed':
    case 'gone':
    case 'checking':
      return 'settled';
    case 'changed':
    case 'patchOutdated':
    case 'stillFound':
      return making === 'ready' ? 'outdated' : making;
    case 'applied':
      return 'applied';
    case undefined:
      return patch.approvedAt === undefined ? making : 'applied';
    default:
      return making;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
