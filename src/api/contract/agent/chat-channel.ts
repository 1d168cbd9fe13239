import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';

/** The channel of a chat tool that the agent posts to, by an incoming webhook. The webhook's address is never answered. */

/** `slack`: an incoming webhook of Slack. `teams`: a workflow of Microsoft Teams that posts what a webhook receives. */
export const ChatTool = z.enum(['slack', 'teams']);
export type ChatTool = z.output<typeof ChatTool>;

/** `newIssues`: new issues of severity CRITICAL and HIGH. `automationFinished`: a job of a schedule or trigger ended. */
export const ChatEvent = z.enum(['newIssues', 'scanFailed', 'patchReady', 'automationFinished']);
export type ChatEvent = z.output<typeof ChatEvent>;

/** `FAILED`: the chat tool refused the webhook for good, and sending was turned off. */
export const ChatChannelState = z.enum(['OFF', 'ON', 'FAILED']);
export type ChatChannelState = z.output<typeof ChatChannelState>;

const ChannelName = z.string().trim().min(1).max(200);

export const ChatChannel = z.object({
  tool: ChatTool,
  /** As the team names it: `#appsec`. */
  name: z.string(),
  state: ChatChannelState,
  events: z.array(ChatEvent),
  /** Host and last four characters of the webhook's address. For an ADMIN, as are the fields below. */
  webhook: z.string().optional(),
  /** None: all repositories. */
  repositoryIds: z.array(Id).optional(),
  /** Why sending was turned off, or the last test failed. */
  errorMessage: z.string().optional(),
  updatedAt: Instant,
});
export type ChatChannel = z.output<typeof ChatChannel>;

const response = z.object({ chatChannel: ChatChannel });

export const getChatChannel = endpoint({
  id: 'agent.getChatChannel',
  method: 'POST',
  path: '/api/v2/agent/getChatChannel',
  summary: 'The chat channel that the agent posts to, if one is set',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({ chatChannel: ChatChannel.nullable() }),
});

export const setChatChannel = endpoint({
  id: 'agent.setChatChannel',
  method: 'POST',
  path: '/api/v2/agent/setChatChannel',
  summary: 'Set the chat channel. Nothing is sent until it is turned on after a preview',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    tool: ChatTool,
    name: ChannelName.describe('What the team calls the channel: `#appsec`.'),
    webhookUrl: z
      .url({ protocol: /^https$/ })
      .max(2_000)
      .optional()
      .describe('The incoming webhook. The present one stays when omitted.'),
    events: z.array(ChatEvent).min(1).max(ChatEvent.options.length),
    repositoryIds: z.array(Id).max(100).default([]).describe('Of these repositories only; none: of all.'),
  }),
  response,
});

export const ChatPreview = z.object({
  /** `test`: what *Send Test Message* sends. */
  event: z.enum([...ChatEvent.options, 'test']),
  /** Whether nothing of the kind has happened yet, so that the message is made up. */
  isSample: z.boolean(),
  /** What the channel's readers see, as plain text. */
  text: z.string(),
  /** The JSON that is sent. */
  body: z.string(),
});
export type ChatPreview = z.output<typeof ChatPreview>;

export const previewChatChannel = endpoint({
  id: 'agent.previewChatChannel',
  method: 'POST',
  path: '/api/v2/agent/previewChatChannel',
  summary: 'What would be sent to the chat channel, of each kind of event; nothing is sent',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({
    /** Of the settings that the messages were made with: what `turnOnChatChannel` takes. */
    version: z.string(),
    messages: z.array(ChatPreview),
  }),
});

export const turnOnChatChannel = endpoint({
  id: 'agent.turnOnChatChannel',
  method: 'POST',
  path: '/api/v2/agent/turnOnChatChannel',
  summary: 'Begin to send to the chat channel, with the settings of the preview',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, version: z.string().min(1).max(100) }),
  response,
});

export const turnOffChatChannel = endpoint({
  id: 'agent.turnOffChatChannel',
  method: 'POST',
  path: '/api/v2/agent/turnOffChatChannel',
  summary: 'Stop sending to the chat channel; what still waits is given up',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response,
});

export const testChatChannel = endpoint({
  id: 'agent.testChatChannel',
  method: 'POST',
  path: '/api/v2/agent/testChatChannel',
  summary: 'Send the test message to the chat channel now, turned on or not',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: false,
  request: z.strictObject(organizationScope),
  response: z.object({ sent: z.literal(true) }),
});

export const deleteChatChannel = endpoint({
  id: 'agent.deleteChatChannel',
  method: 'POST',
  path: '/api/v2/agent/deleteChatChannel',
  summary: 'Remove the chat channel with its webhook and the record of its messages',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({ deleted: z.boolean() }),
});

/** `WAITING`: it is sent, or sent again. `FAILED`: it was given up, for the reason given. */
export const ChatMessageState = z.enum(['WAITING', 'SENT', 'FAILED']);
export type ChatMessageState = z.output<typeof ChatMessageState>;

/** A message to the channel. What it said is not kept. */
export const ChatMessage = z.object({
  id: Id,
  state: ChatMessageState,
  isTest: z.boolean(),
  /** How many of each kind of event it was about: of `newIssues`, issues. */
  counts: z.partialRecord(ChatEvent, Count),
  attempts: Count,
  /** What the last attempt failed with. */
  errorMessage: z.string().optional(),
  /** While it waits. */
  nextAttemptAt: Instant.optional(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type ChatMessage = z.output<typeof ChatMessage>;

export const listChatMessages = endpoint({
  id: 'agent.listChatMessages',
  method: 'POST',
  path: '/api/v2/agent/listChatMessages',
  summary: 'Messages to the chat channel of the last 30 days, the latest first, with what became of them',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ messages: z.array(ChatMessage), ...pageEnd }),
});
