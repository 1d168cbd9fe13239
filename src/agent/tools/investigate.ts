import * as z from 'zod';
import { Id } from '../../api/contract/fields.ts';
import { maximumInvestigationContext, requestInvestigation } from '../../api/contract/investigations.ts';
import type { Issue } from '../../api/contract/issue.ts';
import { getIssue } from '../../api/contract/issues.ts';
import { InvestigationStatus, Speaks, ValidationVerdict, Verdict } from '../../api/contract/vocabulary.ts';
import { followJob } from '../../api/follow-job.ts';
import { answer } from '../answer.ts';
import { code, prose, shorten, visible } from '../data.ts';
import type { ToolContext } from '../tool.ts';
import { define } from './define.ts';
import { inWords, issueName, issuePlace } from './issue-words.ts';
import { organization } from './repository.ts';

/** Investigations: asked for, waited for, and how far they are. */

const maximumEvidence = 20;

const output = z.object({
  issueId: Id,
  status: z.union([InvestigationStatus, z.literal('NONE')]),
  stage: z.string().optional(),
  verdict: Verdict.optional(),
  confidence: z.number().optional(),
  validation: ValidationVerdict,
  summary: z.string().optional(),
  evidence: z.array(
    z.object({
      speaks: Speaks,
      text: z.string(),
      file: z.string().optional(),
      line: z.int().optional(),
    }),
  ),
  errorMessage: z.string().optional(),
});

const waitSeconds = z
  .int()
  .min(0)
  .max(600)
  .describe('How long to wait for the verdict; 0 asks and does not wait.');

export const investigateIssue = define({
  name: 'investigate_issue',
  title: 'Investigate an issue',
  description:
    'Has one issue looked at more deeply than a scan does and waits for the verdict: true positive, false positive, non-exploitable or uncertain, with the evidence. It decides nothing: the status of the issue stays. Answers at once with an earlier verdict unless "again" is true or a context is given.',
  input: z.strictObject({
    issueId: Id,
    context: z
      .string()
      .trim()
      .max(maximumInvestigationContext)
      .optional()
      .describe('What the person knows about it and the code does not say.'),
    again: z.boolean().default(false),
    waitSeconds: waitSeconds.default(120),
  }),
  output,
  effect: 'none',
  derives: true,
  run: async ({ issueId, context: known, again, waitSeconds: seconds }, context) => {
    const before = await issueOf(issueId, context);
    const isAnswered = before.investigation?.status === 'COMPLETED' && !again && !known;
    if (isAnswered) return told(before);
    if (!isBusy(before) || known) {
      await context.service.call(
        requestInvestigation,
        { issueIds: [issueId], ...organization(context), ...(known && { context: known }) },
        { signal: context.signal },
      );
    }
    return told(await followed(issueId, seconds, context));
  },
});

export const getInvestigation = define({
  name: 'get_investigation',
  title: 'Status of an investigation',
  description:
    'How far the investigation of an issue is, and its verdict with the evidence once it has ended. Starts nothing.',
  input: z.strictObject({ issueId: Id, waitSeconds: waitSeconds.default(0) }),
  output,
  effect: 'none',
  run: async ({ issueId, waitSeconds: seconds }, context) => told(await followed(issueId, seconds, context)),
});

function followed(issueId: string, seconds: number, context: ToolContext): Promise<Issue> {
  return followJob(
    { look: () => issueOf(issueId, context), isEnded: (issue) => !isBusy(issue) },
    { signal: context.signal, seconds },
    (issue) => {
      if (isBusy(issue)) context.progress(visible(issue.investigation?.stage ?? 'Investigating'));
    },
  );
}

async function issueOf(id: string, context: ToolContext): Promise<Issue> {
  const { issue } = await context.service.call(
    getIssue,
    { id, ...organization(context) },
    { signal: context.signal },
  );
  return issue;
}

function isBusy({ investigation }: Issue): boolean {
  return investigation?.status === 'QUEUED' || investigation?.status === 'RUNNING';
}

function told(issue: Issue) {
  const found = issue.investigation;
  const evidence = (found?.evidence ?? []).slice(0, maximumEvidence);
  const data: z.output<typeof output> = {
    issueId: issue.id,
    status: found?.status ?? 'NONE',
    ...(found?.stage !== undefined && { stage: found.stage }),
    ...(found?.verdict && { verdict: found.verdict }),
    ...(found?.confidence !== undefined && { confidence: found.confidence }),
    validation: issue.validation,
    ...(found?.summary !== undefined && { summary: shorten(found.summary, 2_000) }),
    evidence: evidence.map(({ speaks, text, place }) => ({
      speaks,
      text: shorten(text, 500),
      ...(place && { file: place.file, line: place.line }),
    })),
    ...(found?.errorMessage !== undefined && { errorMessage: found.errorMessage }),
  };
  const places = evidence.flatMap(({ place }) =>
    place
      ? [
          {
            label: visible(`${place.file}:${place.line}`),
            path: place.file,
            line: place.line,
            issueId: issue.id,
          },
        ]
      : [],
  );
  return answer(textOf(issue, evidence), data, [issuePlace(issue), ...places]);
}

function textOf(issue: Issue, evidence: NonNullable<Issue['investigation']>['evidence']): string {
  const found = issue.investigation;
  const name = issueName(issue);
  if (!found) return `${name} has not been investigated.`;
  if (isBusy(issue)) {
    const stage = found.stage ? ` (${prose(found.stage, 200)})` : '';
    return `${name} is being investigated: ${inWords(found.status)}${stage}. It goes on; ask get_investigation for its end.`;
  }
  if (found.status !== 'COMPLETED') {
    return `The investigation of ${name} ${found.status === 'FAILED' ? 'failed' : 'was cancelled'}. ${prose(found.errorMessage ?? '', 500)}`.trim();
  }
  const sure = found.confidence === undefined ? '' : ` (${found.confidence} % sure that it is real)`;
  const lines = evidence.map(({ speaks, text, place }) => {
    const sign = { real: 'For it', harmless: 'Against it', neither: 'To know' }[speaks];
    return `- ${sign}: ${prose(text, 500)}${place ? ` ${code(`${place.file}:${place.line}`)}` : ''}`;
  });
  const left = found.evidence.length - evidence.length;
  return [
    `**Verdict: ${inWords(found.verdict ?? 'UNCERTAIN')}**${sure} for ${name}.`,
    prose(found.summary ?? '', 2_000),
    lines.join('\n'),
    left > 0 ? `*${left} more pieces of evidence are not shown.*` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
