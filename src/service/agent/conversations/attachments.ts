import type { Attachment } from '../../../api/contract/agent/message.ts';
import type { Caller } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import { byRow, inReach, reachOf } from '../../core/reach.ts';
import type { Queries } from '../../store/dialect.ts';

interface About {
  readonly repositoryId: string | null;
  /** The first issue that is attached. */
  readonly issueId: string | undefined;
}

/**
 * Checks what is shown beside the words, and says what they are about.
 * @throws Refusal 422 that names the attachment: a path that leads out of the repository, an issue that is not there or
 * is of another repository
 */
export async function checkAttachments(
  db: Queries,
  caller: Caller,
  organizationId: string,
  repositoryId: string | null,
  attachments: readonly Attachment[],
): Promise<About> {
  const issues = await issuesOf(db, caller, organizationId, attachments);
  let about: About = { repositoryId, issueId: undefined };
  for (const [index, attachment] of attachments.entries()) {
    const field = `attachments[${index}]`;
    if (attachment.kind !== 'issue') {
      if (leadsOut(attachment.path))
        throw impossible(`${field}.path`, 'Give a path in the repository, relative to its root.');
      if (attachment.kind === 'selection' && attachment.endLine < attachment.startLine)
        throw impossible(`${field}.endLine`, 'The selection ends before it begins.');
      continue;
    }
    const { issueId } = attachment;
    const of = issues.get(issueId);
    if (of === undefined) throw impossible(`${field}.issueId`, 'There is no such issue.');
    if (about.repositoryId !== null && about.repositoryId !== of)
      throw impossible(`${field}.issueId`, 'This issue is of another repository than the conversation.');
    about = { repositoryId: of, issueId: about.issueId ?? issueId };
  }
  return about;
}

/** The repositories of the issues that are attached and that the caller sees, by issue. */
async function issuesOf(
  db: Queries,
  caller: Caller,
  organizationId: string,
  attachments: readonly Attachment[],
): Promise<Map<string, string>> {
  const ids = attachments.flatMap((attachment) => (attachment.kind === 'issue' ? [attachment.issueId] : []));
  if (ids.length === 0) return new Map();
  const reach = byRow(await reachOf(db, caller, organizationId));
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'repository_id'])
    .where('id', 'in', ids)
    .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')))
    .execute();
  return new Map(rows.map((row) => [row.id, row.repository_id]));
}

function leadsOut(path: string): boolean {
  const isAbsolute = /^([/\\]|[A-Za-z]:)/.test(path);
  return path === '' || isAbsolute || path.includes('\0') || path.split(/[/\\]/).includes('..');
}
