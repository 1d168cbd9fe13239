import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { Issue } from '../issue.ts';
import { page, pageEnd } from '../paging.ts';
import { Severity } from '../vocabulary.ts';

/** Issue trackers that an organization has connected, and what is created in them. Their credentials are never answered. */

export const TrackerType = z.enum(['jira', 'jiraDataCenter', 'github', 'gitlab', 'linear']);
export type TrackerType = z.output<typeof TrackerType>;

const Name = z.string().trim().min(1).max(200);

export const TrackerCredential = z.strictObject({
  token: z
    .string()
    .trim()
    .min(1)
    .max(16_384)
    .describe('An API token, or a personal or project access token.'),
  username: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Of Jira Cloud: the e-mail address that the API token belongs to.'),
});
export type TrackerCredential = z.output<typeof TrackerCredential>;

/** How issues are made in a tracker. */
const settings = {
  project: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('The key of a project or team (`SEC`), or the path of a repository (`owner/name`).'),
  issueType: z.string().trim().min(1).max(100).describe('Of Jira: the name of the issue type.'),
  labels: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(50)
        .regex(/^[^\s,]+$/, 'A label has no spaces and commas.'),
    )
    .max(20),
  priorities: z
    .partialRecord(Severity, z.string().trim().min(1).max(100))
    .describe(
      'What each severity becomes: a priority of Jira (`High`) or Linear (1 to 4), a label of GitHub or GitLab. A severity without one sends none.',
    ),
  resolveWhenClosed: z
    .boolean()
    .describe('Whether an issue is resolved here when its linked issue is closed in the tracker.'),
};

export const Tracker = z.object({
  id: Id,
  organizationId: Id,
  type: TrackerType,
  name: z.string(),
  baseUrl: z.string(),
  /** Whom the credentials belong to, as the tracker says. */
  account: z.string(),
  ...settings,
  /** What the tracker refused the last time, for wrong credentials or a missing permission. */
  errorMessage: z.string().optional(),
  /** When the service last tried the connection, or asked how linked issues stand. */
  lastCheckedAt: Instant.optional(),
  /** Where the tracker sends webhooks to; without a host where the service does not know its own public address. */
  webhookUrl: z.string(),
  /** Whether a secret was made, without which no webhook is taken. */
  takesWebhooks: z.boolean(),
  lastDeliveryAt: Instant.optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Tracker = z.output<typeof Tracker>;

export const connectTracker = endpoint({
  id: 'trackers.connect',
  method: 'POST',
  path: '/api/v2/integrations/trackers/connect',
  summary: 'Connect an issue tracker, once its credentials and its project have been tried',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    type: TrackerType,
    name: Name.optional(),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .describe('Of the pages for people; the usual host of the type when omitted.'),
    credential: TrackerCredential,
    project: settings.project,
    issueType: settings.issueType.default('Task'),
    labels: settings.labels.default(['security']),
    priorities: settings.priorities.optional().describe('The usual ones of the type when omitted.'),
    resolveWhenClosed: settings.resolveWhenClosed.default(false),
  }),
  response: z.object({ tracker: Tracker }),
});

export const listTrackers = endpoint({
  id: 'trackers.list',
  method: 'POST',
  path: '/api/v2/integrations/trackers/list',
  summary: 'List connected issue trackers, in the order they were connected',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ trackers: z.array(Tracker), ...pageEnd }),
});

export const updateTracker = endpoint({
  id: 'trackers.update',
  method: 'POST',
  path: '/api/v2/integrations/trackers/update',
  summary: 'Change how issues are made in a tracker, or give it new credentials; only what is given changes',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    trackerId: Id,
    name: Name.optional(),
    credential: TrackerCredential.optional(),
    project: settings.project.optional(),
    issueType: settings.issueType.optional(),
    labels: settings.labels.optional(),
    priorities: settings.priorities.optional(),
    resolveWhenClosed: settings.resolveWhenClosed.optional(),
    renewWebhookSecret: z
      .boolean()
      .default(false)
      .describe('Makes a secret for webhooks; the answer is the only time it is shown.'),
  }),
  response: z.object({ tracker: Tracker, webhookSecret: z.string().optional() }),
});

export const checkTracker = endpoint({
  id: 'trackers.check',
  method: 'POST',
  path: '/api/v2/integrations/trackers/check',
  summary: 'Try the credentials and the project of a connected tracker, and keep what it says',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, trackerId: Id }),
  response: z.object({ tracker: Tracker }).describe('`errorMessage` says why it does not work.'),
});

export const deleteTracker = endpoint({
  id: 'trackers.delete',
  method: 'POST',
  path: '/api/v2/integrations/trackers/delete',
  summary: 'Disconnect an issue tracker; links to its issues stay as they were last known',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, trackerId: Id }),
  response: z.object({ deleted: z.literal(true) }),
});

/** What a person may change before an issue is created. */
const draft = {
  ...organizationScope,
  issueId: Id,
  trackerId: Id,
  title: z.string().trim().min(1).max(250).optional(),
  text: z
    .string()
    .trim()
    .max(4_000)
    .optional()
    .describe(
      'Plain text in place of the issue’s description; empty for none. It formats nothing in the tracker.',
    ),
};

/** Who reads what is created: those whom the tracker lets in, everybody, or what it does not say. */
export const TrackerVisibility = z.enum(['restricted', 'public', 'unknown']);
export type TrackerVisibility = z.output<typeof TrackerVisibility>;

export const TrackerDraft = z.object({
  trackerId: Id,
  trackerName: z.string(),
  project: z.string(),
  title: z.string(),
  /** What a person may change of the description. */
  text: z.string(),
  /** As the tracker gets it, in its own markup; of Jira Cloud, whose markup is a tree, as plain text. */
  description: z.string(),
  labels: z.array(z.string()),
  priority: z.string().optional(),
  visibility: TrackerVisibility,
});
export type TrackerDraft = z.output<typeof TrackerDraft>;

export const previewTrackerIssue = endpoint({
  id: 'issues.previewTrackerIssue',
  method: 'POST',
  path: '/api/v2/issues/previewTrackerIssue',
  summary:
    'What would be sent to a tracker for an issue, and who reads it there; nothing of the issue is sent',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject(draft),
  response: z.object({ draft: TrackerDraft }),
});

export const createTrackerIssue = endpoint({
  id: 'issues.createTrackerIssue',
  method: 'POST',
  path: '/api/v2/issues/createTrackerIssue',
  summary: 'Create an issue in a tracker and link it; one that is linked already is answered as it is',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: z.strictObject(draft),
  response: z.object({ issue: Issue, created: z.boolean() }),
});
