import * as z from 'zod';
import type { Consent } from '../../api/contract/agent/message.ts';
import { Id, Instant } from '../../api/contract/fields.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import {
  getIssue,
  maximumNoteLength,
  maximumReasonLength,
  updateIssueNote,
  updateIssueStatuses,
} from '../../api/contract/issues.ts';
import { updateIssueSeverity } from '../../api/contract/triage.ts';
import { IssueStatus, Severity, suppressedStatuses } from '../../api/contract/vocabulary.ts';
import { answer } from '../answer.ts';
import { words } from '../data.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';
import { define } from './define.ts';
import { count, inWords, issueName, issuePlace } from './issue-words.ts';
import { organization } from './repository.ts';

/** Decisions about issues; never without the person's consent. */

const asked = 10;

const Input = z.strictObject({
  issueIds: z.array(Id).min(1).max(50),
  status: IssueStatus.optional(),
  severity: Severity.nullable().optional().describe('null gives back the severity that the scan found.'),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(maximumReasonLength)
    .optional()
    .describe('Why; needed for FALSE_POSITIVE, NON_EXPLOITABLE and ACCEPTED_RISK.'),
  until: Instant.optional().describe('When a suppression ends and the issues are open again.'),
  note: z
    .string()
    .max(maximumNoteLength)
    .optional()
    .describe('A note that the organization shares; of one issue only. An empty one clears it.'),
});
type Input = z.output<typeof Input>;

export const triageIssues = define({
  name: 'triage_issues',
  title: 'Triage issues',
  description:
    'Sets the status, the severity or the note of issues, with the reason. The person is asked first. Statuses: PENDING_REVIEW (open), REVIEWING (confirmed), BACKLOG, INFORMATIONAL, NON_EXPLOITABLE, FALSE_POSITIVE, ACCEPTED_RISK, RESOLVED. Only when the person asked for it.',
  input: Input,
  output: z.object({
    issueIds: z.array(Id),
    status: IssueStatus.optional(),
    severity: Severity.nullable().optional(),
  }),
  effect: 'service',
  consent: async (input, context): Promise<Consent> => {
    check(input);
    const issues = await issuesOf(input.issueIds, context);
    const many = count(issues.length, 'issue');
    return {
      title: `${verb(input)} ${many}?`,
      detail: [
        ...changes(input).map((change) => `- ${change}`),
        '',
        `Of ${many}:`,
        ...issues.map(
          (issue) => `- ${inWords(issue.severity)}: ${issueName(issue)}, now ${inWords(issue.status)}`,
        ),
      ].join('\n'),
      confirm: confirm(input),
    };
  },
  run: async (input, context) => {
    check(input);
    const { issueIds, status, severity, reason, until, note } = input;
    const scope = organization(context);
    const call = { signal: context.signal };
    if (status !== undefined) {
      await context.service.call(
        updateIssueStatuses,
        { ...scope, issueIds, status, ...(reason && { reason }), ...(until && { until }) },
        call,
      );
    }
    if (severity !== undefined) {
      await context.service.call(
        updateIssueSeverity,
        { ...scope, issueIds, severity, ...(reason && { reason }) },
        call,
      );
    }
    const [first] = issueIds;
    if (note !== undefined && first) {
      await context.service.call(updateIssueNote, { ...scope, issueId: first, note }, call);
    }
    const issues = await issuesOf(issueIds, context);
    return answer(
      [`Done for ${count(issues.length, 'issue')}:`, ...changes(input).map((change) => `- ${change}`)].join(
        '\n',
      ),
      { issueIds, status, severity },
      issues.map(issuePlace),
    );
  },
});

/** @throws ToolFailure where it is not a decision that can be kept */
function check({ issueIds, status, severity, note, reason, until }: Input): void {
  if (status === undefined && severity === undefined && note === undefined) {
    throw new ToolFailure('Say what to change: a status, a severity or a note.');
  }
  if (new Set(issueIds).size !== issueIds.length) throw new ToolFailure('An issue is named twice.');
  if (note !== undefined && issueIds.length > 1) throw new ToolFailure('A note is of one issue.');
  const needsReason =
    status === 'FALSE_POSITIVE' || status === 'NON_EXPLOITABLE' || status === 'ACCEPTED_RISK';
  if (needsReason && !reason) throw new ToolFailure(`${inWords(status)} needs a reason.`);
  if (until !== undefined && (status === undefined || !suppressedStatuses.includes(status))) {
    throw new ToolFailure('Only a suppression can have an end.');
  }
}

async function issuesOf(issueIds: readonly string[], context: ToolContext): Promise<IssueListItem[]> {
  const issues: IssueListItem[] = [];
  for (let at = 0; at < issueIds.length; at += asked) {
    const some = issueIds.slice(at, at + asked);
    const answers = await Promise.all(
      some.map((id) =>
        context.service.call(getIssue, { id, ...organization(context) }, { signal: context.signal }),
      ),
    );
    issues.push(...answers.map(({ issue }) => issue));
  }
  return issues;
}

function changes({ status, severity, reason, until, note }: Input): string[] {
  return [
    status === undefined ? '' : `Status: **${inWords(status)}**`,
    severity === undefined
      ? ''
      : `Severity: **${severity === null ? 'as the scan found it' : inWords(severity)}**`,
    until === undefined ? '' : `Until ${until.slice(0, 10)}`,
    reason === undefined ? '' : `Reason: ${words(reason, maximumReasonLength)}`,
    note === undefined
      ? ''
      : note.trim() === ''
        ? 'Note: cleared'
        : `Note: ${words(note, maximumNoteLength)}`,
  ].filter((change) => change !== '');
}

function verb({ status, severity }: Input): string {
  if (status !== undefined) return `Mark as ${inWords(status)}:`;
  return severity === undefined ? 'Set the note of' : 'Set the severity of';
}

function confirm({ status, severity }: Input): string {
  if (status !== undefined) {
    const name = inWords(status).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    return `Mark as ${name}`;
  }
  return severity === undefined ? 'Set Note' : 'Set Severity';
}
