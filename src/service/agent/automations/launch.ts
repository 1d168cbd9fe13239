import type { Attachment } from '../../../api/contract/agent/message.ts';
import type { Core } from '../../core/context.ts';
import type { Queries } from '../../store/dialect.ts';
import { startJob } from '../conversations/start.ts';
import type { Starter } from './automation-rows.ts';
import type { ScopedRepository } from './scope.ts';

/**
 * Starts a job of its own conversation, in the transaction given; wake the work when that is committed.
 * @throws Refusal 409 where the agent is switched off, 429 where too many jobs wait
 */
export function launch(
  core: Core,
  db: Queries,
  starter: Starter,
  turn: {
    readonly repository: ScopedRepository | null;
    readonly prompt: string;
    readonly attachments?: readonly Attachment[];
    readonly source: 'scheduled' | 'event';
  },
): Promise<{ readonly conversationId: string; readonly jobId: string }> {
  const { repository, prompt, attachments = [], source } = turn;
  const [about, ...others] = attachments;
  const title = repository ? `${starter.name} · ${repository.name}` : starter.name;
  return startJob(core, db, {
    organizationId: starter.organization_id,
    repositoryId: repository?.id ?? null,
    // Of one issue, it is a thread of that issue.
    issueId: about?.kind === 'issue' && others.length === 0 ? about.issueId : undefined,
    title: [...title].slice(0, 200).join(''),
    source,
    userId: starter.user_id,
    prompt,
    attachments,
    triggerId: starter.playbook_id ?? starter.id,
  });
}
