import type { ChatTool } from '../../../api/contract/agent/chat-channel.ts';
import { type Outbound, type OutboundAnswer, OutboundFailure } from '../../core/outbound.ts';
import type { Digest } from './digest.ts';
import { slackBody } from './slack.ts';
import { teamsBody } from './teams.ts';

/** What became of an attempt. Reasons are sentences for a person, without a word of the answer. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** It may work later. */
  | { readonly kind: 'later'; readonly reason: string; readonly afterMs?: number | undefined }
  /** This message is refused; others may not be. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The webhook is refused for good. */
  | { readonly kind: 'gone'; readonly reason: string };

export const toolNames: Readonly<Record<ChatTool, string>> = { slack: 'Slack', teams: 'Microsoft Teams' };

/** The body of a message, as the tool takes it. */
export function bodyFor(tool: ChatTool, digest: Digest): string {
  switch (tool) {
    case 'slack':
      return slackBody(digest);
    case 'teams':
      return teamsBody(digest);
  }
}

/** Posts to a webhook, once. @throws the signal's reason */
export async function post(
  outbound: Pick<Outbound, 'send'>,
  tool: ChatTool,
  webhook: string,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const answer = await outbound.send(new URL(webhook), { method: 'POST', headers, body, signal });
    return judged(tool, answer);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundFailure) return { kind: 'later', reason: error.message };
    throw error;
  }
}

function judged(tool: ChatTool, answer: OutboundAnswer): Outcome {
  const { status } = answer;
  const name = toolNames[tool];
  if (status === 429 || isLimitInside(answer))
    return {
      kind: 'later',
      reason: `${name} takes no more messages for now (${status}).`,
      afterMs: retryAfterMs(answer),
    };
  if (status >= 500 || status === 408)
    return { kind: 'later', reason: `${name} cannot answer now (${status}).`, afterMs: retryAfterMs(answer) };
  if (status >= 200 && status < 300) {
    if (isAccepted[tool](status, textOf(answer))) return { kind: 'sent' };
    return {
      kind: 'refused',
      reason: `The webhook answered, but not as ${name} does. Check its address and the chat tool.`,
    };
  }
  if ([401, 403, 404, 410].includes(status))
    return {
      kind: 'gone',
      reason: `${name} refuses the webhook (${status}): it was deleted, or its channel was. Sending was turned off. Give a new webhook.`,
    };
  return { kind: 'refused', reason: `${name} refuses the message (${status}).` };
}

const isAccepted: Readonly<Record<ChatTool, (status: number, text: string) => boolean>> = {
  slack: (_, text) => text === 'ok',
  // A workflow takes the message and posts it later; the older connectors say 1.
  teams: (status, text) => status === 202 || text === '1',
};

/** The older connectors of Teams answer 200, and say in the text that they are at their limit. */
const isLimitInside = (answer: OutboundAnswer): boolean =>
  answer.status === 200 && textOf(answer).includes('HTTP error 429');

const textOf = ({ body }: OutboundAnswer): string => body.subarray(0, 1_000).toString('utf8').trim();

/** The wait that an answer asks for, in milliseconds: seconds or a date. */
function retryAfterMs({ headers }: OutboundAnswer): number | undefined {
  const asked = headers.get('retry-after');
  if (asked === undefined) return undefined;
  const seconds = Number(asked);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(asked) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
