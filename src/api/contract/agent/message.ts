import * as z from 'zod';
import { Id, Instant, RepositoryPath } from '../fields.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { ToolCallStatus, ToolEffect } from './vocabulary.ts';

/** What is said in a conversation, by a person and by the agent. */

export const maximumMessageLength = 50_000;
export const maximumAttachments = 20;
export const maximumAttachedText = 100_000;

/** A control character that only binary data has: tabs, line breaks and the colours of terminals are none. */
const isBinary = (code: number): boolean =>
  code === 0x7f || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x1b);

/** Well-formed text without the control characters that only binary data has. */
export function isText(value: string): boolean {
  if (!value.isWellFormed()) return false;
  for (let at = 0; at < value.length; at++) if (isBinary(value.charCodeAt(at))) return false;
  return true;
}

export const notText = { error: 'This is not text: it has control characters or broken ones.' };

/** What a person says. */
export const Said = z.string().trim().min(1).max(maximumMessageLength).refine(isText, notText);

/** What a person shows the agent beside the words. */
export const Attachment = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: RepositoryPath }),
  z.strictObject({
    kind: z.literal('selection'),
    path: RepositoryPath,
    startLine: z.int().min(1),
    endLine: z.int().min(1),
    text: z.string().max(maximumAttachedText).refine(isText, notText),
  }),
  z.strictObject({ kind: z.literal('issue'), issueId: Id }),
]);
export type Attachment = z.output<typeof Attachment>;

/** A place that the agent speaks of; a client that has the file open can go there. */
export const Place = z.object({
  label: z.string(),
  path: z.string(),
  line: z.int().min(1).optional(),
  issueId: Id.optional(),
});
export type Place = z.output<typeof Place>;

/** What a person agrees to, before a tool with an effect runs. */
export const Consent = z.object({
  /** A question, e.g. `Mark 3 issues as false positive?` */
  title: z.string(),
  /** What exactly will happen, in Markdown. */
  detail: z.string(),
  /** The button that agrees, e.g. `Mark as False Positive`. */
  confirm: z.string(),
  /** Names what is agreed to, where it may change before it is done: what is something else by then is not done. */
  version: z.string().optional(),
});
export type Consent = z.output<typeof Consent>;

/** Any JSON. What comes over the wire is nothing else, so there is nothing to check. */
const Json = z.unknown() as unknown as z.ZodType<z.core.util.JSONType>;

export const ToolResult = z.object({
  /** For a reader, in Markdown. */
  text: z.string(),
  /** The same as data, as the tool declares it. */
  data: Json.optional(),
  places: z.array(Place).default([]),
});
export type ToolResult = z.output<typeof ToolResult>;

export const ToolCall = z.object({
  id: Id,
  /** As the tool is declared: `list_issues`. */
  name: z.string(),
  title: z.string(),
  /** What it was called with; strings longer than 2,000 characters are cut. */
  input: Json,
  effect: ToolEffect,
  status: ToolCallStatus,
  /** While it waits for consent, and after. */
  consent: Consent.optional(),
  result: ToolResult.optional(),
  errorMessage: z.string().optional(),
  startedAt: Instant,
  finishedAt: Instant.optional(),
});
export type ToolCall = z.output<typeof ToolCall>;

export const MessagePart = z.discriminatedUnion('type', [
  /** Markdown; it has no HTML and loads nothing. */
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool'), call: ToolCall }),
  /** A patch that is ready, to be shown and applied by the client. */
  z.object({ type: z.literal('patch'), issueId: Id, title: z.string() }),
]);
export type MessagePart = z.output<typeof MessagePart>;

export const MessageState = z.enum(['streaming', 'complete', 'stopped']);

export const AgentMessage = z.object({
  id: Id,
  conversationId: Id,
  /** The job that a person's message started, or that said it. */
  jobId: Id.nullable(),
  role: z.enum(['user', 'assistant']),
  state: MessageState,
  /** Empty while it is `streaming`: the job's stream has them. */
  parts: z.array(MessagePart),
  attachments: z.array(Attachment),
  createdAt: Instant,
});
export type AgentMessage = z.output<typeof AgentMessage>;
tolerance.add(AgentMessage, {
  // Services that know no parts say it in one text.
  complete: (fields) =>
    typeof fields['content'] === 'string' && fields['parts'] === undefined
      ? { ...fields, parts: [{ type: 'text', text: fields['content'] }] }
      : { ...fields },
  missing: { conversationId: '', state: 'complete', parts: [], attachments: [], createdAt: unknownInstant },
});
