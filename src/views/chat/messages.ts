import * as z from 'zod/mini';

/** What the chat's page and the extension say to each other. Both sides parse what they receive. */

export const longestMessage = 50_000;
export const mostChips = 20;
const short = z.string().check(z.maxLength(1_000));
const Attached = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string().check(z.maxLength(4_096)) }),
  z.object({
    kind: z.literal('selection'),
    path: z.string().check(z.maxLength(4_096)),
    startLine: z.number(),
    endLine: z.number(),
    text: z.string().check(z.maxLength(100_000)),
  }),
  z.object({ kind: z.literal('issue'), issueId: z.string() }),
]);
export type Attached = z.infer<typeof Attached>;

/** Something shown to the agent beside the words. */
export const Chip = z.object({ label: z.string(), detail: z.string(), value: Attached });
export type Chip = z.infer<typeof Chip>;

const Place = z.object({
  label: z.string(),
  path: z.string(),
  line: z.optional(z.number()),
  issueId: z.optional(z.string()),
});

const ToolView = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  /** JSON. */
  input: z.string(),
  effect: z.enum(['none', 'service', 'workspace']),
  status: z.enum(['RUNNING', 'AWAITING_CONSENT', 'COMPLETED', 'FAILED', 'DECLINED']),
  consent: z.optional(z.object({ title: z.string(), detail: z.string(), confirm: z.string() })),
  result: z.optional(z.object({ text: z.string(), places: z.array(Place) })),
  errorMessage: z.optional(z.string()),
  startedAt: z.string(),
  finishedAt: z.optional(z.string()),
});
export type ToolView = z.infer<typeof ToolView>;

export const PartView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool'), call: ToolView }),
  z.object({ type: z.literal('patch'), issueId: z.string(), title: z.string() }),
]);
export type PartView = z.infer<typeof PartView>;

export const MessageView = z.object({
  id: z.string(),
  jobId: z.nullable(z.string()),
  role: z.enum(['user', 'assistant']),
  state: z.enum(['streaming', 'complete', 'stopped']),
  at: z.string(),
  parts: z.array(PartView),
  chips: z.array(Chip),
});
export type MessageView = z.infer<typeof MessageView>;

const TraceView = z.object({
  analyst: z.enum(['deterministic', 'model']),
  model: z.optional(z.string()),
  steps: z.number(),
  toolCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  durationMs: z.number(),
  sent: z.array(z.object({ path: z.string(), bytes: z.number() })),
});
export type TraceView = z.infer<typeof TraceView>;

export const JobView = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  stage: z.optional(z.string()),
  errorMessage: z.optional(z.string()),
  trace: z.nullable(TraceView),
});
export type JobView = z.infer<typeof JobView>;

export const sources = ['manual', 'chatTool', 'scheduled', 'event'] as const;
const Source = z.enum(sources);
export type Source = z.infer<typeof Source>;

export const ConversationView = z.object({
  id: z.string(),
  title: z.string(),
  preview: z.string(),
  source: Source,
  /** Empty for one about everything. */
  repository: z.string(),
  isArchived: z.boolean(),
  isBusy: z.boolean(),
  /** The issue that it is a chat thread of; such a conversation can be deleted. */
  issueId: z.nullable(z.string()),
  updatedAt: z.string(),
  messageCount: z.number(),
});
export type ConversationView = z.infer<typeof ConversationView>;

/** A button with the number of what it does, which the extension knows. */
const Action = z.object({ title: z.string(), id: z.number() });
export type Action = z.infer<typeof Action>;

export const ServiceView = z.object({
  state: z.enum(['idle', 'connecting', 'ready', 'noFolder', 'noRepository', 'disabled', 'failed']),
  message: z.string(),
  actions: z.array(Action),
  repositories: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The repository of what is open in the editor. */
  repositoryId: z.nullable(z.string()),
  analyst: z.object({
    kind: z.enum(['deterministic', 'model']),
    model: z.string(),
    /** A model that is connected, and is sent nothing before someone agrees. */
    asks: z.nullable(z.object({ model: z.string(), host: z.string() })),
  }),
  canConnectModel: z.boolean(),
});
export type ServiceView = z.infer<typeof ServiceView>;

const DiffFile = z.object({
  path: z.string(),
  /** Of a unified diff, with its first character. */
  lines: z.array(z.string()),
  /** Lines that are left out. */
  more: z.number(),
});

export const PatchCardView = z.object({
  state: z.enum(['none', 'busy', 'ready', 'outdated', 'failed', 'unpatchable', 'applied', 'settled']),
  text: z.string(),
  isProven: z.boolean(),
  /** Who thought it out; empty where that is not known. */
  origin: z.string(),
  /** Each with why it did not pass, where it did not. */
  checks: z.array(
    z.object({ label: z.string(), status: z.enum(['PASSED', 'FAILED', 'NOT_RUN']), detail: z.string() }),
  ),
  /** What has to be set where the program runs; names between backticks. */
  needs: z.array(z.object({ text: z.string(), name: z.string() })),
  files: z.array(DiffFile),
});
export type PatchCardView = z.infer<typeof PatchCardView>;

export const ListQuery = z.object({
  search: z.string().check(z.maxLength(200)),
  source: z.nullable(Source),
  isArchived: z.boolean(),
});
export type ListQuery = z.infer<typeof ListQuery>;

export const ToPage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    translations: z.nullable(z.record(z.string(), z.string())),
    sendWith: z.enum(['enter', 'ctrlEnter']),
    isMac: z.boolean(),
  }),
  z.object({ type: z.literal('service'), service: ServiceView }),
  z.object({
    type: z.literal('list'),
    query: ListQuery,
    conversations: z.array(ConversationView),
    hasMore: z.boolean(),
    /** Whether these come after those that were sent before. */
    isMore: z.boolean(),
  }),
  z.object({
    type: z.literal('opened'),
    conversation: ConversationView,
    messages: z.array(MessageView),
    jobs: z.array(JobView),
    hasEarlier: z.boolean(),
  }),
  z.object({
    type: z.literal('earlier'),
    conversationId: z.string(),
    messages: z.array(MessageView),
    jobs: z.array(JobView),
    hasEarlier: z.boolean(),
  }),
  /** What happens in a conversation, in order. */
  z.object({
    type: z.literal('changes'),
    conversationId: z.string(),
    changes: z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('message'), message: MessageView }),
        z.object({ type: z.literal('text'), messageId: z.string(), part: z.number(), text: z.string() }),
        z.object({ type: z.literal('part'), messageId: z.string(), index: z.number(), part: PartView }),
        z.object({ type: z.literal('job'), job: JobView }),
        /** What the job has said so far is said again, from its beginning. */
        z.object({ type: z.literal('restart'), jobId: z.string() }),
      ]),
    ),
  }),
  z.object({ type: z.literal('conversation'), conversation: ConversationView }),
  z.object({ type: z.literal('deleted'), conversationId: z.string() }),
  z.object({ type: z.literal('chips'), chips: z.array(Chip) }),
  z.object({ type: z.literal('patch'), issueId: z.string(), patch: PatchCardView }),
  /** What was written is said. */
  z.object({ type: z.literal('accepted') }),
  z.object({
    type: z.literal('failed'),
    what: z.enum(['list', 'open', 'earlier', 'send', 'act', 'follow']),
    message: z.string(),
    actions: z.array(Action),
  }),
  /** The service is another one: nothing of the one before is shown any more. */
  z.object({ type: z.literal('forget') }),
  z.object({ type: z.literal('show'), screen: z.enum(['list', 'new', 'conversation']) }),
  /** Words to begin with, where nothing was written yet. */
  z.object({ type: z.literal('draft'), text: z.string() }),
]);
export type ToPage = z.infer<typeof ToPage>;
export type Change = Extract<ToPage, { type: 'changes' }>['changes'][number];

export const FromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), conversationId: z.nullable(z.string()) }),
  z.object({ type: z.literal('list'), query: ListQuery, isMore: z.boolean() }),
  z.object({ type: z.literal('open'), conversationId: z.string() }),
  z.object({ type: z.literal('leave') }),
  z.object({ type: z.literal('earlier'), conversationId: z.string() }),
  z.object({
    type: z.literal('send'),
    conversationId: z.nullable(z.string()),
    repositoryId: z.nullable(z.string()),
    text: z.string().check(z.maxLength(longestMessage)),
    attachments: z.array(Attached).check(z.maxLength(mostChips)),
  }),
  z.object({ type: z.literal('stop'), jobId: z.string() }),
  z.object({ type: z.literal('retry'), jobId: z.string() }),
  z.object({
    type: z.literal('answer'),
    jobId: z.string(),
    toolCallId: z.string(),
    isApproved: z.boolean(),
  }),
  z.object({ type: z.literal('archive'), conversationId: z.string(), isArchived: z.boolean() }),
  z.object({
    type: z.literal('delete'),
    conversationId: z.string(),
    issueId: z.string(),
    title: z.string().check(z.maxLength(1_000)),
  }),
  z.object({
    type: z.literal('openFile'),
    path: z.string().check(z.maxLength(4_096)),
    line: z.optional(z.number()),
  }),
  z.object({ type: z.literal('openIssue'), issueId: z.string() }),
  z.object({ type: z.literal('openLink'), url: z.string().check(z.maxLength(4_096)) }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  z.object({
    type: z.literal('patch'),
    issueId: z.string(),
    action: z.enum(['view', 'show', 'apply', 'regenerate']),
  }),
  z.object({
    type: z.literal('drop'),
    uris: z.array(z.string().check(z.maxLength(8_192))).check(z.maxLength(100)),
    issueIds: z.array(short).check(z.maxLength(100)),
  }),
  z.object({ type: z.literal('addContext') }),
  z.object({ type: z.literal('act'), id: z.number() }),
  z.object({ type: z.literal('connectModel') }),
  z.object({ type: z.literal('agree') }),
]);
export type FromPage = z.infer<typeof FromPage>;
