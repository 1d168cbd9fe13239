import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { Repository } from './repositories.ts';

/** Installations: code hosts that an organization has connected. Their credentials are never answered. */

export const HostedType = z.enum(['github', 'gitlab', 'bitbucket', 'bitbucketDataCenter', 'azureDevops']);
export type HostedType = z.output<typeof HostedType>;

const Secret = z.string().trim().min(1).max(16_384);
const Name = z.string().trim().min(1).max(200);

/** How the service signs in at the host. */
export const InstallationCredential = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('token'),
    token: Secret.describe('An access token of a person, project, group, workspace or organization.'),
    username: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Of Bitbucket: the e-mail address or name that an API token or app password belongs to.'),
  }),
  z.strictObject({
    kind: z.literal('githubApp'),
    appId: z.string().regex(/^[\w.-]{1,64}$/),
    installationId: z.string().regex(/^\d{1,20}$/),
    privateKey: Secret.describe('The .pem file of the app.'),
  }),
]);
export type InstallationCredential = z.output<typeof InstallationCredential>;

const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .describe(
    'Of the pages for people; the usual host of the type when omitted. Azure DevOps: with the organization.',
  );

export const Installation = z.object({
  id: Id,
  organizationId: Id,
  type: HostedType,
  name: z.string(),
  baseUrl: z.string(),
  /** Whom the credentials belong to, as the host says. */
  account: z.string(),
  credentialKind: z.enum(['token', 'githubApp']),
  /** Where the host sends webhooks to; without a host where the service does not know its own public address. */
  webhookUrl: z.string(),
  /** What the host refused the last time, for wrong credentials or a missing permission. */
  errorMessage: z.string().optional(),
  lastDeliveryAt: Instant.optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Installation = z.output<typeof Installation>;

export const connectInstallation = endpoint({
  id: 'installations.connect',
  method: 'POST',
  path: '/api/v2/installations/connect',
  summary: 'Connect a code host; the answer is the only time the secret of its webhooks is shown',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    type: HostedType,
    name: Name.optional(),
    baseUrl: BaseUrl.optional(),
    credential: InstallationCredential,
  }),
  response: z.object({ installation: Installation, webhookSecret: z.string() }),
});

export const listInstallations = endpoint({
  id: 'installations.list',
  method: 'POST',
  path: '/api/v2/installations/list',
  summary: 'List connected code hosts, in the order they were connected',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ installations: z.array(Installation), ...pageEnd }),
});

export const updateInstallation = endpoint({
  id: 'installations.update',
  method: 'POST',
  path: '/api/v2/installations/update',
  summary: 'Rename a code host, give it new credentials, or make a new secret for its webhooks',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    installationId: Id,
    name: Name.optional(),
    credential: InstallationCredential.optional(),
    renewWebhookSecret: z.boolean().default(false),
  }),
  response: z.object({ installation: Installation, webhookSecret: z.string().optional() }),
});

export const deleteInstallation = endpoint({
  id: 'installations.delete',
  method: 'POST',
  path: '/api/v2/installations/delete',
  summary: 'Disconnect a code host; its repositories stay, and are fetched without credentials from then on',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, installationId: Id }),
  response: z.object({ deleted: z.literal(true) }),
});

export const HostedRepository = z.object({
  /** Below the base address, such as `owner/name`. */
  path: z.string(),
  name: z.string(),
  url: z.string(),
  defaultBranch: z.string().nullable(),
  isPrivate: z.boolean(),
  /** Where it was added to the service already. */
  repositoryId: Id.optional(),
});

export const listHostedRepositories = endpoint({
  id: 'installations.listRepositories',
  method: 'POST',
  path: '/api/v2/installations/listRepositories',
  summary: 'Repositories that the credentials of a code host reach, to choose those to add from',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    installationId: Id,
    cursor: z.string().max(4096).optional(),
  }),
  response: z.object({ repositories: z.array(HostedRepository), ...pageEnd }),
});

export const serveRepository = endpoint({
  id: 'installations.serveRepository',
  method: 'POST',
  path: '/api/v2/installations/serveRepository',
  summary: 'Choose the code host whose credentials fetch a repository, or none',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id,
    installationId: Id.nullable().describe('Null has it fetched without credentials.'),
  }),
  response: z.object({ repository: Repository }),
});
