import type { ChatEvent, ChatPreview } from '../../../api/contract/agent/chat-channel.ts';
import { type Core, stored } from '../../core/context.ts';
import type { Queries } from '../../store/dialect.ts';
import type { ChatChannelTable } from '../../store/tables/chat-tables.ts';
import { eventsOf } from './channel-rows.ts';
import { type Digest, digestOf, type Entry, plainText } from './digest.ts';
import { entriesOf, pageOf } from './entries.ts';
import type { ChatOccurrence } from './occurrence.ts';
import { bodyFor } from './post.ts';

/** What would be sent: of each kind of event the last one that happened in the channel's scope, or one that is made up. */

/** What *Send Test Message* sends. */
export function testDigest({ publicAddress }: Pick<Core, 'publicAddress'>): Digest {
  return {
    title: 'Parapet: test message',
    entries: [],
    more: 0,
    note: publicAddress.named
      ? `The agent of ${publicAddress.named.host} can post to this channel.`
      : 'The agent can post to this channel.',
  };
}

export async function previewsOf(core: Core, channel: ChatChannelTable): Promise<ChatPreview[]> {
  const previews: ChatPreview[] = [];
  for (const event of eventsOf(channel)) {
    const last = await lastOf(core.db, channel, event);
    const entries = last ? await entriesOf(core, core.db, [last]) : [];
    const isSample = entries.length === 0;
    const unnamed = !isSample && last?.kind === 'newIssues' ? last.issueCount - last.issueIds.length : 0;
    const shown = isSample ? [sample(core, event)] : entries;
    const digest = digestOf(shown, unnamed, pageOf(core.publicAddress, 'issues'));
    previews.push(shownAs(channel, event, isSample, digest));
  }
  previews.push(shownAs(channel, 'test', false, testDigest(core)));
  return previews;
}

const shownAs = (
  { tool }: ChatChannelTable,
  event: ChatPreview['event'],
  isSample: boolean,
  digest: Digest,
): ChatPreview => ({ event, isSample, text: plainText(digest), body: bodyFor(tool, digest) });

const issuesNamed = 50;

async function lastOf(
  db: Queries,
  channel: ChatChannelTable,
  event: ChatEvent,
): Promise<ChatOccurrence | undefined> {
  const { organization_id: organizationId } = channel;
  const scope = stored<string[]>(channel.repository_ids);
  switch (event) {
    case 'newIssues':
      return await lastNewIssues(db, organizationId, scope);
    case 'scanFailed': {
      let query = db
        .selectFrom('scans')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'FAILED')
        .where('kind', '!=', 'PR');
      if (scope.length > 0) query = query.where('repository_id', 'in', scope);
      const scan = await query.orderBy('seq', 'desc').limit(1).executeTakeFirst();
      return scan && { kind: 'scanFailed', scanId: scan.id };
    }
    case 'patchReady': {
      let query = db
        .selectFrom('patches')
        .innerJoin('issues', 'issues.id', 'patches.issue_id')
        .select('issues.id')
        .where('issues.organization_id', '=', organizationId)
        .where('patches.status', '=', 'READY');
      if (scope.length > 0) query = query.where('issues.repository_id', 'in', scope);
      const patch = await query.orderBy('patches.updated_at', 'desc').limit(1).executeTakeFirst();
      return patch && { kind: 'patchReady', issueId: patch.id };
    }
    case 'automationFinished': {
      let query = db
        .selectFrom('agent_jobs')
        .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_jobs.conversation_id')
        .select('agent_jobs.id')
        .where('agent_jobs.organization_id', '=', organizationId)
        .where('agent_jobs.status', 'in', ['COMPLETED', 'FAILED'])
        .where('agent_jobs.trigger', 'in', ['scheduled', 'event']);
      if (scope.length > 0) query = query.where('agent_conversations.repository_id', 'in', scope);
      const job = await query.orderBy('agent_jobs.seq', 'desc').limit(1).executeTakeFirst();
      return job && { kind: 'automationFinished', jobId: job.id };
    }
  }
}

/** Those of the last scan that found any. */
async function lastNewIssues(
  db: Queries,
  organizationId: string,
  scope: readonly string[],
): Promise<ChatOccurrence | undefined> {
  let query = db
    .selectFrom('issues')
    .where('organization_id', '=', organizationId)
    .where('severity', 'in', ['CRITICAL', 'HIGH'])
    .where('hidden', '=', 0);
  if (scope.length > 0) query = query.where('repository_id', 'in', scope);
  const last = await query.select('first_scan_id').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const scanId = last?.first_scan_id;
  if (scanId === undefined || scanId === null) return undefined;
  const ofScan = query.where('first_scan_id', '=', scanId);
  const issues = await ofScan
    .select('id')
    .orderBy('score', 'desc')
    .orderBy('seq')
    .limit(issuesNamed)
    .execute();
  const { count } = await ofScan
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { kind: 'newIssues', scanId, issueIds: issues.map(({ id }) => id), issueCount: Number(count) };
}

function sample({ publicAddress }: Pick<Core, 'publicAddress'>, kind: ChatEvent): Entry {
  const url = pageOf(publicAddress, 'issues');
  const issue = { title: 'SQL injection', repository: 'shop', place: 'src/orders.js:42', url };
  switch (kind) {
    case 'newIssues':
      return { kind, severity: 'CRITICAL', label: 'Critical', ...issue };
    case 'patchReady':
      return { kind, label: 'Patch ready', ...issue };
    case 'scanFailed':
      return {
        kind,
        label: 'Scan failed',
        title: 'shop',
        place: 'main',
        detail: 'The branch main was not found.',
        url: pageOf(publicAddress, 'repositories'),
      };
    case 'automationFinished':
      return {
        kind,
        label: 'Automation finished',
        title: 'Weekly overview · shop',
        url: pageOf(publicAddress, 'agent'),
      };
  }
}
