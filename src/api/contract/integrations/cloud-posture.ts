import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';

/**
 * A connected cloud security posture provider (specification, section 1): what it reports is read, nothing is changed there. Its
 * credentials are never answered.
 */

export const PostureProvider = z.enum(['wiz']);
export type PostureProvider = z.output<typeof PostureProvider>;

const Address = z.url({ protocol: /^https?$/ }).max(500);

export const PostureCredential = z.strictObject({
  clientId: z.string().trim().min(1).max(500),
  clientSecret: z.string().trim().min(1).max(4_096),
});
export type PostureCredential = z.output<typeof PostureCredential>;

/** How reading from the provider stands. */
export const PostureSync = z.object({
  status: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED']),
  /** When it was tried last, and when it last succeeded: what is listed is as of then. */
  triedAt: Instant.optional(),
  syncedAt: Instant.optional(),
  isStale: z.boolean().describe('Whether the last success is more than a day ago, or there is none.'),
  nextAt: Instant,
  errorMessage: z.string().optional().describe('Why the last try failed.'),
  isTruncated: z.boolean().describe('Whether the provider has more than was read.'),
  counts: z
    .object({ projects: Count, assets: Count, exposures: Count })
    .optional()
    .describe('What was read, for those who see all repositories.'),
});

export const CloudPosture = z.object({
  organizationId: Id,
  provider: PostureProvider,
  apiUrl: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  sync: PostureSync,
  createdAt: Instant,
  updatedAt: Instant,
});
export type CloudPosture = z.output<typeof CloudPosture>;

const connection = {
  ...organizationScope,
  provider: PostureProvider.default('wiz'),
  apiUrl: Address.optional().describe(
    'Of the GraphQL interface, such as https://api.us1.app.wiz.io/graphql.',
  ),
  tokenUrl: Address.optional().describe(
    'Where access tokens are given; the provider’s usual one when omitted.',
  ),
  credential: PostureCredential.optional().describe(
    'Of a service account that may read only. Needed to connect, and for another address.',
  ),
};

export const getPostureSettings = endpoint({
  id: 'cloudPosture.getSettings',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/getSettings',
  summary: 'The connected cloud posture provider and its last synchronization, without credentials',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({ integration: CloudPosture.nullable() }),
});

export const updatePostureSettings = endpoint({
  id: 'cloudPosture.updateSettings',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/updateSettings',
  summary: 'Connect a cloud posture provider or change its connection, once its credentials have been tried',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject(connection),
  response: z.object({ integration: CloudPosture }),
});

export const testPostureConnection = endpoint({
  id: 'cloudPosture.testConnection',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/testConnection',
  summary: 'Try whether a cloud posture provider can be read; nothing is kept',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject(connection),
  response: z.object({
    projectNames: z.array(z.string()).describe('The first projects that can be read, at most five.'),
  }),
});

export const synchronizePosture = endpoint({
  id: 'cloudPosture.synchronize',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/synchronize',
  summary: 'Read the cloud posture provider now instead of in the next hour',
  source: 'extended',
  effect: 'changes',
  success: 202,
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({ integration: CloudPosture }),
});

export const deletePosture = endpoint({
  id: 'cloudPosture.delete',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/delete',
  summary: 'Disconnect the cloud posture provider, and forget what was read and mapped',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({ deleted: z.literal(true) }),
});

/** What a provider calls its things: foreign text. */
const ProviderId = z.string().min(1).max(500);

export const PostureProject = z.object({
  id: ProviderId,
  name: z.string(),
  assetCount: Count,
  exposedAssetCount: Count,
});
export type PostureProject = z.output<typeof PostureProject>;

export const PostureTag = z.object({
  key: z.string().trim().min(1).max(128),
  value: z.string().trim().min(1).max(500),
});
export type PostureTag = z.output<typeof PostureTag>;

/** Why an asset is taken for a repository's. */
export const PostureMatchRule = z
  .enum(['MAPPED_PROJECT', 'MAPPED_TAG', 'REPOSITORY_TAG', 'IMAGE_SOURCE'])
  .describe(
    'A person mapped its project or one of its tags; a tag or the label `org.opencontainers.image.source` has the repository’s address.',
  );
export type PostureMatchRule = z.output<typeof PostureMatchRule>;

export const PostureAsset = z.object({
  id: ProviderId,
  name: z.string(),
  /** As the provider names it, such as `VIRTUAL_MACHINE`. */
  type: z.string(),
  platform: z.string().optional(),
  region: z.string().optional(),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
  exposureCount: Count,
  /** Repositories that it is taken for, of those that the caller sees. */
  repositories: z.array(z.object({ id: Id, name: z.string(), rule: PostureMatchRule })),
});
export type PostureAsset = z.output<typeof PostureAsset>;

export const NetworkExposure = z.object({
  id: ProviderId,
  assetId: ProviderId,
  assetName: z.string(),
  assetType: z.string(),
  /** As the provider writes them: `0.0.0.0/0`, `443`, `TCP`. */
  sourceRange: z.string().optional(),
  destinationRange: z.string().optional(),
  ports: z.string().optional(),
  protocols: z.array(z.string()),
  endpoints: z.array(z.string()),
});
export type NetworkExposure = z.output<typeof NetworkExposure>;

const listed = { ...organizationScope, ...page };
const ofProject = { projectId: ProviderId.optional().describe('As the provider names it.') };

export const listPostureProjects = endpoint({
  id: 'cloudPosture.listProjects',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/listProjects',
  summary: 'Projects of the cloud posture provider, by name, as they were read last',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(listed),
  response: z.object({ projects: z.array(PostureProject), ...pageEnd }),
});

export const listPostureAssets = endpoint({
  id: 'cloudPosture.listAssets',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/listAssets',
  summary: 'Cloud assets, by name, each with the repositories that it is taken for',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...listed,
    ...ofProject,
    repositoryId: Id.optional(),
    exposedOnly: z.boolean().optional(),
  }),
  response: z.object({ assets: z.array(PostureAsset), ...pageEnd }),
});

export const listNetworkExposures = endpoint({
  id: 'cloudPosture.listNetworkExposures',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/listNetworkExposures',
  summary: 'Ways from the internet to cloud assets, by the name of the asset',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...listed, ...ofProject, repositoryId: Id.optional() }),
  response: z.object({ exposures: z.array(NetworkExposure), ...pageEnd }),
});

/** What a person says a repository runs as. */
const mapping = {
  projects: z.array(ProviderId).max(50).describe('Projects of the provider, by their ids.'),
  tags: z.array(PostureTag).max(50).describe('Every asset with one of these tags.'),
};

export const PostureApplication = z.object({
  repositoryId: Id,
  repositoryName: z.string(),
  ...mapping,
  /** Every rule that found an asset. */
  rules: z.array(PostureMatchRule),
  assetCount: Count,
  exposedAssetCount: Count,
});
export type PostureApplication = z.output<typeof PostureApplication>;

export const listPostureApplications = endpoint({
  id: 'cloudPosture.listApplications',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/listApplications',
  summary:
    'Repositories, by name, with what they are mapped to and whether the provider reports them as exposed',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...listed, repositoryId: Id.optional() }),
  response: z.object({ applications: z.array(PostureApplication), ...pageEnd }),
});

export const setPostureMapping = endpoint({
  id: 'cloudPosture.setMapping',
  method: 'POST',
  path: '/api/v2/integrations/cloudPosture/setMapping',
  summary:
    'Say which projects and tags of the provider belong to a repository, in the place of what was said before',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, repositoryId: Id, ...mapping }),
  response: z.object({ application: PostureApplication }),
});
