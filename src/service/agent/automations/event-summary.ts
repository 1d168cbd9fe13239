import type { Attachment } from '../../../api/contract/agent/message.ts';
import { contentOf, patchRow } from '../../patches/patch-rows.ts';
import type { Queries } from '../../store/dialect.ts';
import { type PromptValues, plainLine } from './prompt-values.ts';
import type { Happening } from './trigger-match.ts';

/** What happened, in words: a sentence for people, values for prompts, issues for the agent to look at. */
export interface Telling {
  readonly summary: string;
  readonly values: PromptValues;
  readonly attachments: readonly Attachment[];
}

export interface Told {
  readonly happening: Happening;
  readonly repositoryId: string | null;
  readonly eventCount: number;
  readonly occurredAt: string;
}

/** Issues that go with the prompt. */
const mostAttached = 10;

/** As it is now: issues that are gone are not told of. */
export async function tell(db: Queries, { happening, ...event }: Told): Promise<Telling> {
  const repository = await repositoryName(db, event.repositoryId);
  const scan = 'scanId' in happening ? await scanOf(db, happening.scanId) : undefined;
  const issues = 'issueIds' in happening ? await issuesOf(db, happening.issueIds) : [];
  const patch = happening.kind === 'patchReady' ? await patchOf(db, issues[0]?.id) : undefined;
  const summary = sentence(happening, { repository, scan, issues, eventCount: event.eventCount });
  return {
    summary,
    values: {
      repository,
      event: happening.kind,
      'event.summary': summary,
      'event.count': String(event.eventCount),
      'event.time': event.occurredAt,
      ...(scan ? scanValues(scan) : {}),
      ...('issueCount' in happening ? issueValues(issues, happening.issueCount) : {}),
      ...(happening.kind === 'issueStatusChanged'
        ? {
            'change.from': happening.from ?? 'several',
            'change.to': happening.to ?? 'several',
            'change.by': happening.by ?? 'several',
          }
        : {}),
      ...(patch ? { 'patch.title': plainLine(patch.title), 'patch.validation': patch.validation } : {}),
    },
    attachments: issues.slice(0, mostAttached).map(({ id }) => ({ kind: 'issue', issueId: id })),
  };
}

type Scan = NonNullable<Awaited<ReturnType<typeof scanOf>>>;
type Issue = Awaited<ReturnType<typeof issuesOf>>[number];

function sentence(
  happening: Happening,
  about: {
    readonly repository: string;
    readonly scan: Scan | undefined;
    readonly issues: readonly Issue[];
    readonly eventCount: number;
  },
): string {
  const { repository, scan, issues, eventCount } = about;
  const times = eventCount > 1 ? ` (${eventCount} times)` : '';
  switch (happening.kind) {
    case 'scanCompleted':
      return `A scan of ${repository} completed${times}: ${scan?.new_issues ?? 0} new, ${scan?.resolved_issues ?? 0} resolved.`;
    case 'scanFailed':
      return `A scan of ${repository} failed${times}: ${plainLine(scan?.error_message ?? 'for an unknown reason')}`;
    case 'newIssue':
      return `${counted(happening.issueCount, 'new issue', issues)} in ${repository}.`;
    case 'issueStatusChanged':
      return `${counted(happening.issueCount, 'issue', issues)} in ${repository} changed ${
        happening.to ? `to ${happening.to}` : 'status'
      }.`;
    case 'patchReady':
      return `${happening.issueCount === 1 ? 'A patch is' : `${happening.issueCount} patches are`} ready in ${repository}${first(issues)}.`;
    case 'schedule':
      return `The time that was set has come${times}.`;
  }
}

function counted(count: number, what: string, issues: readonly Issue[]): string {
  return `${count} ${what}${count === 1 ? '' : 's'}${first(issues)}`;
}

function first(issues: readonly Issue[]): string {
  const [worst] = issues;
  if (!worst) return '';
  return issues.length === 1
    ? ` (${plainLine(worst.title)}, ${worst.severity})`
    : `, the worst ${plainLine(worst.title)} (${worst.severity}),`;
}

function scanValues(scan: Scan): PromptValues {
  return {
    'scan.id': scan.id,
    'scan.branch': scan.branch,
    'scan.commit': scan.commit_sha ?? '',
    'scan.new': String(scan.new_issues),
    'scan.resolved': String(scan.resolved_issues),
    'scan.open': String(scan.critical + scan.high + scan.medium + scan.low + scan.info),
    'scan.error': plainLine(scan.error_message ?? ''),
  };
}

function issueValues(issues: readonly Issue[], count: number): PromptValues {
  const [worst] = issues;
  return {
    'issues.count': String(count),
    issues: issues
      .map(({ severity, title, file, start_line: line, id }) =>
        plainLine(`${severity} ${id} ${title}, ${file}:${line}`),
      )
      .join('\n'),
    ...(worst
      ? {
          'issue.id': worst.id,
          'issue.title': plainLine(worst.title),
          'issue.severity': worst.severity,
          'issue.status': worst.status,
          'issue.file': plainLine(worst.file),
          'issue.line': String(worst.start_line),
          'issue.class': worst.vuln_class,
          'issue.language': worst.language,
        }
      : {}),
  };
}

async function repositoryName(db: Queries, id: string | null): Promise<string> {
  if (id === null) return 'all repositories';
  const row = await db.selectFrom('repositories').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? 'a repository that was deleted';
}

function scanOf(db: Queries, id: string) {
  return db
    .selectFrom('scans')
    .select(['id', 'branch', 'commit_sha', 'new_issues', 'resolved_issues', 'error_message'])
    .select(['critical', 'high', 'medium', 'low', 'info'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The worst first, then in the order given. */
async function issuesOf(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'title', 'severity', 'status', 'file', 'start_line', 'vuln_class', 'language', 'score'])
    .where('id', 'in', ids)
    .execute();
  return rows.sort((left, right) => right.score - left.score || ids.indexOf(left.id) - ids.indexOf(right.id));
}

async function patchOf(db: Queries, issueId: string | undefined) {
  const row = issueId === undefined ? undefined : await patchRow(db, issueId);
  return row && { title: contentOf(row)?.title ?? '', validation: row.validation };
}
