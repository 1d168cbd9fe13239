import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { HostedType } from '../../../api/contract/repositories/installations.ts';
import type { InstallationTable } from '../../store/tables/provider-tables.ts';
import type { WebhookEvent, WebhookRequest } from './event.ts';

export interface Delivery {
  /** What the host calls it; the same when it is sent again. */
  readonly id: string;
  readonly event: WebhookEvent;
}

/** What a webhook of a host says. What it says in another form than the host's counts as another event. */
export function readWebhook(
  { type, base_url: baseUrl }: Pick<InstallationTable, 'type' | 'base_url'>,
  request: WebhookRequest,
): Delivery {
  const body = jsonOf(request.body);
  const { headers } = request;
  const sent = headers[deliveryHeaders[type]] ?? azureId(type, body);
  const id = sent?.slice(0, 200) || createHash('sha256').update(request.body).digest('hex');
  const read = { github, gitlab, bitbucket, bitbucketDataCenter, azureDevops }[type];
  return { id, event: read(headers, body, baseUrl) };
}

const deliveryHeaders: Readonly<Record<HostedType, string>> = {
  github: 'x-github-delivery',
  gitlab: 'x-gitlab-event-uuid',
  bitbucket: 'x-request-uuid',
  bitbucketDataCenter: 'x-request-id',
  azureDevops: '',
};

const AzureId = z.object({
  id: z.string(),
  subscriptionId: z.string().optional(),
  notificationId: z.int().optional(),
});

function azureId(type: HostedType, body: unknown): string | undefined {
  const parsed = AzureId.safeParse(body);
  if (type !== 'azureDevops' || !parsed.success) return undefined;
  const { id, subscriptionId = '', notificationId = '' } = parsed.data;
  return `${subscriptionId}:${notificationId}:${id}`;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

type Reader = (headers: WebhookRequest['headers'], body: unknown, baseUrl: string) => WebhookEvent;

const other = (name: string | undefined): WebhookEvent => ({
  kind: 'other',
  name: (name ?? 'unknown').slice(0, 100),
});

const GitHubRepository = z.object({ clone_url: z.string() });
const GitHubPull = z.object({
  number: z.int().min(1),
  action: z.string(),
  repository: GitHubRepository,
});
const GitHubPush = z.object({ repository: GitHubRepository });

/** What of a pull request's actions changes what is to be scanned, or whether. */
const gitHubActions = ['opened', 'reopened', 'synchronize', 'edited', 'closed', 'ready_for_review'];

const github: Reader = (headers, body) => {
  const name = headers['x-github-event'];
  if (name === 'pull_request') {
    const pull = GitHubPull.safeParse(body);
    if (!pull.success || !gitHubActions.includes(pull.data.action))
      return other(pull.success ? `pull_request ${pull.data.action}` : name);
    return { kind: 'pullRequest', url: pull.data.repository.clone_url, number: pull.data.number };
  }
  const push = GitHubPush.safeParse(body);
  return name === 'push' && push.success
    ? { kind: 'push', url: push.data.repository.clone_url }
    : other(name);
};

const GitLabProject = z.object({ git_http_url: z.string() });
const GitLabMerge = z.object({
  project: GitLabProject,
  object_attributes: z.object({ iid: z.int().min(1), action: z.string().optional() }),
});
const GitLabPush = z.object({ project: GitLabProject });
const gitLabActions = ['open', 'reopen', 'update', 'merge', 'close'];

const gitlab: Reader = (headers, body) => {
  const name = headers['x-gitlab-event'];
  if (name === 'Merge Request Hook') {
    const merge = GitLabMerge.safeParse(body);
    const action = merge.data?.object_attributes.action;
    if (!merge.success || (action !== undefined && !gitLabActions.includes(action)))
      return other(`${name} ${action ?? ''}`.trim());
    return {
      kind: 'pullRequest',
      url: merge.data.project.git_http_url,
      number: merge.data.object_attributes.iid,
    };
  }
  const push = GitLabPush.safeParse(body);
  return name === 'Push Hook' && push.success
    ? { kind: 'push', url: push.data.project.git_http_url }
    : other(name);
};

const BitbucketRepository = z.object({ links: z.object({ html: z.object({ href: z.string() }) }) });
const BitbucketPull = z.object({
  pullrequest: z.object({ id: z.int().min(1) }),
  repository: BitbucketRepository,
});
const BitbucketPush = z.object({ repository: BitbucketRepository });
const bitbucketEvents = ['created', 'updated', 'fulfilled', 'rejected'].map((name) => `pullrequest:${name}`);

const bitbucket: Reader = (headers, body) => {
  const name = headers['x-event-key'];
  const pull = BitbucketPull.safeParse(body);
  if (name !== undefined && bitbucketEvents.includes(name) && pull.success)
    return {
      kind: 'pullRequest',
      url: pull.data.repository.links.html.href,
      number: pull.data.pullrequest.id,
    };
  const push = BitbucketPush.safeParse(body);
  return name === 'repo:push' && push.success
    ? { kind: 'push', url: push.data.repository.links.html.href }
    : other(name);
};

const DataCenterRepository = z.object({ slug: z.string(), project: z.object({ key: z.string() }) });
const DataCenterPull = z.object({
  pullRequest: z.object({ id: z.int().min(1), toRef: z.object({ repository: DataCenterRepository }) }),
});
const DataCenterPush = z.object({ repository: DataCenterRepository });
const dataCenterEvents = ['opened', 'from_ref_updated', 'modified', 'merged', 'declined', 'deleted'].map(
  (name) => `pr:${name}`,
);

/** It names repositories, and not where they are. */
const bitbucketDataCenter: Reader = (headers, body, baseUrl) => {
  const name = headers['x-event-key'];
  const urlOf = ({ project, slug }: z.output<typeof DataCenterRepository>): string =>
    `${baseUrl}/scm/${project.key.toLowerCase()}/${slug}`;
  const pull = DataCenterPull.safeParse(body);
  if (name !== undefined && dataCenterEvents.includes(name) && pull.success) {
    const { id, toRef } = pull.data.pullRequest;
    return { kind: 'pullRequest', url: urlOf(toRef.repository), number: id };
  }
  const push = DataCenterPush.safeParse(body);
  return name === 'repo:refs_changed' && push.success
    ? { kind: 'push', url: urlOf(push.data.repository) }
    : other(name);
};

const AzureRepository = z.object({ remoteUrl: z.string() });
const AzureEvent = z.object({ eventType: z.string() });
const AzurePull = z.object({
  resource: z.object({ pullRequestId: z.int().min(1), repository: AzureRepository }),
});
const AzurePush = z.object({ resource: z.object({ repository: AzureRepository }) });
const azureEvents = ['created', 'updated', 'merged'].map((name) => `git.pullrequest.${name}`);

const azureDevops: Reader = (_headers, body) => {
  const name = AzureEvent.safeParse(body).data?.eventType;
  const pull = AzurePull.safeParse(body);
  if (name !== undefined && azureEvents.includes(name) && pull.success)
    return {
      kind: 'pullRequest',
      url: pull.data.resource.repository.remoteUrl,
      number: pull.data.resource.pullRequestId,
    };
  const push = AzurePush.safeParse(body);
  return name === 'git.push' && push.success
    ? { kind: 'push', url: push.data.resource.repository.remoteUrl }
    : other(name);
};
