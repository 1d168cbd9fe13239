import * as z from 'zod';
import { visible } from '../../../agent/data.ts';
import type { ProposedChange } from '../../../engine/fixes/proposed/change.ts';
import type { AskedCall } from '../../models/round.ts';
import { SafeOutput, safeLine } from '../../models/safe-output.ts';

/** What a language model answers when it is asked for a change, and how it is read. */

const mostEdits = 40;
const longestPart = 20_000;

const Change = z.object({
  title: z.string().min(1).max(500).describe('What the change does, in one line and the imperative.'),
  explanation: z
    .string()
    .min(1)
    .max(8_000)
    .describe('What changes, why it is safe, and what behaves otherwise, in a few sentences.'),
  edits: z
    .array(
      z.object({
        file: z.string().min(1).max(1_000).describe('One of the files that were given, by the same path.'),
        search: z
          .string()
          .min(1)
          .max(longestPart)
          .describe('Text of the file that stands in it exactly once, copied character by character.'),
        replace: z.string().max(longestPart).describe('What stands there afterwards.'),
      }),
    )
    .min(1)
    .max(mostEdits),
});

const Decline = z.object({
  reason: z.string().min(1).max(2_000).describe('Why no change is right without a decision of people.'),
});

export const proposalTools = {
  propose_patch: { description: 'Propose the change that removes the issue.', input: Change },
  decline: { description: 'Say that there is no change that would be right here, and why.', input: Decline },
} as const;

export type Answer =
  | { readonly type: 'change'; readonly change: Omit<ProposedChange, 'allowed' | 'strategy'> }
  | { readonly type: 'declined'; readonly reason: string }
  /** What is wrong with it, in words for the model. */
  | { readonly type: 'unreadable'; readonly reason: string };

const longestTitle = 160;
const longestReason = 500;

/** Reads the first call of a tool; without one, a JSON object in the text, as small models write it. */
export function answerIn(said: string, [call]: readonly AskedCall[]): Answer {
  if (call?.malformed !== undefined) return { type: 'unreadable', reason: call.malformed };
  if (call?.name === 'decline') return declined(call.input);
  if (call) return changed(call.input);
  const json = jsonIn(said);
  if (json === undefined)
    return { type: 'unreadable', reason: 'No tool was called. Call propose_patch, or decline.' };
  return typeof json === 'object' && json !== null && 'reason' in json ? declined(json) : changed(json);
}

function changed(input: unknown): Answer {
  const read = Change.safeParse(input);
  if (!read.success) return { type: 'unreadable', reason: faults(read.error) };
  const { title, explanation, edits } = read.data;
  return {
    type: 'change',
    change: { title: safeLine(title, longestTitle), explanation: harmless(explanation), edits },
  };
}

function declined(input: unknown): Answer {
  const read = Decline.safeParse(input);
  if (!read.success) return { type: 'unreadable', reason: faults(read.error) };
  return { type: 'declined', reason: safeLine(read.data.reason, longestReason) };
}

function faults(error: z.ZodError): string {
  const first = error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return `The arguments are not as the schema says: ${first.join('; ')}.`;
}

/** A model's words as they are shown: without images, HTML, links elsewhere and what nobody sees. */
function harmless(text: string): string {
  const output = new SafeOutput();
  const shown = output.add(visible(text));
  return (shown + output.end()).trim();
}

function jsonIn(said: string): unknown {
  const bare = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1);
  for (const text of [firstBlock(said), bare]) {
    if (text === undefined || text === '') continue;
    try {
      return JSON.parse(text);
    } catch {
      // The next one may be readable.
    }
  }
  return undefined;
}

/** What stands in the first block of code. */
function firstBlock(said: string): string | undefined {
  const lines = said.split('\n');
  const begin = lines.findIndex((line) => /```(?:json)?[^\S\n]*$/.test(line.slice(-100)));
  if (begin < 0) return undefined;
  const end = lines.findIndex((line, index) => index > begin && line.trimStart().startsWith('```'));
  return end < 0 ? undefined : lines.slice(begin + 1, end).join('\n');
}
