import { readLink } from '../../../../agent/links.ts';
import type { AgentMessage } from '../../../../api/contract/agent/message.ts';
import { offerWords } from './offer-words.ts';
import type { Request } from './request.ts';
import { decisionSaid, understand } from './understand.ts';

/**
 * What was spoken of, read from the conversation itself: the numbered issues of our own lists, the issue of our own
 * headings, and what the person asked. Nothing is kept beside it, so a restart forgets nothing.
 */
export interface Remembered {
  /** The issues of the last list by their number. */
  readonly list: ReadonlyMap<number, string>;
  /** Whether that list was not asked for, but offered because it was not clear what is meant. */
  readonly isOffered: boolean;
  /** The issue that was spoken of last, where one was singled out after the last list. */
  readonly focus?: string | undefined;
  /** The last request that was understood, with what followed up on it put together. */
  readonly request?: Request | undefined;
}

const numbered = /^(\d{1,3})\. .*?\]\((parapet:issue\?[^)\s]+)\)/;
const heading = /^#{2,4} .*?\]\((parapet:issue\?[^)\s]+)\)/;

/** @param history what was said before the message to answer */
export function remember(history: readonly AgentMessage[]): Remembered {
  const list = new Map<number, string>();
  let isOffered = false;
  let offers = false;
  let focus: string | undefined;
  let request: Request | undefined;
  for (const message of history) {
    const text = textOf(message);
    if (message.role === 'user') {
      const next = followed(understand(text), request, text);
      if (next.intent !== 'unknown' && !talk.has(next.intent)) request = next;
      const attached = message.attachments.findLast((attachment) => attachment.kind === 'issue');
      if (attached) focus = attached.issueId;
      continue;
    }
    for (const line of text.split('\n')) {
      offers ||= line.startsWith(offerWords);
      const [, number, listed] = numbered.exec(line) ?? [];
      if (number !== undefined && listed !== undefined) {
        if (number === '1') {
          list.clear();
          isOffered = offers;
          offers = false;
        }
        const id = idOf(listed);
        if (id !== undefined) list.set(Number(number), id);
        focus = undefined;
        continue;
      }
      const [, single] = heading.exec(line) ?? [];
      focus = (single === undefined ? undefined : idOf(single)) ?? focus;
    }
  }
  return { list, isOffered, focus, request };
}

const talk: ReadonlySet<Request['intent']> = new Set(['help', 'greeting', 'thanks']);

export function textOf({ parts }: Pick<AgentMessage, 'parts'>): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function idOf(address: string): string | undefined {
  const link = readLink(address);
  return link?.kind === 'issue' ? link.issueId : undefined;
}

const needReasons: ReadonlySet<Request['decision']> = new Set([
  'falsePositive',
  'nonExploitable',
  'acceptedRisk',
]);

/** Whether a decision cannot be made without being told why. */
export function lacksReason({ decision, reason }: Request): boolean {
  return decision !== undefined && needReasons.has(decision) && reason === undefined;
}

/** What is asked, where it goes on from what was asked before: "and in api/?", "because it is a test". */
export function followed(request: Request, before: Request | undefined, said: string): Request {
  if (!before) return request;
  const isReason =
    request.intent === 'unknown' || /^(?:because|since|weil|it is|it's|es ist)\b/i.test(said.trim());
  if (before.intent === 'triage' && lacksReason(before) && isReason && request.intent !== 'triage') {
    return {
      ...before,
      reason:
        request.reason ??
        said
          .trim()
          .replace(/^(?:because|since|weil)\s+/i, '')
          .slice(0, 2_000),
    };
  }
  // "As what?" was asked back.
  if (before.intent === 'triage' && before.decision === undefined && request.intent !== 'triage') {
    const decided = decisionSaid(said);
    if (decided.decision !== undefined) return { ...before, ...decided };
  }
  if (request.intent === 'more') return before;
  if (before.intent === 'dependencies' && request.intent === 'fix' && request.refers?.kind === 'all')
    return { ...before, about: 'upgrade' };
  const lists = ['list', 'count', 'prioritise'] as const;
  const isListed = (lists as readonly string[]).includes(before.intent);
  if (request.follows && isListed) {
    return {
      ...before,
      filter: { ...before.filter, ...request.filter },
      ...(request.limit && { limit: request.limit }),
    };
  }
  return request;
}
