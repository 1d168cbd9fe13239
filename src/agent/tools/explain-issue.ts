import * as z from 'zod';
import type { Place } from '../../api/contract/agent/message.ts';
import { Id } from '../../api/contract/fields.ts';
import { Exposure, type FlowStep, type Issue, Reference } from '../../api/contract/issue.ts';
import { getIssue } from '../../api/contract/issues.ts';
import { FlowRole, IssueStatus, Speaks } from '../../api/contract/vocabulary.ts';
import { otherSinks } from '../../api/other-sinks.ts';
import { answer } from '../answer.ts';
import { code, fenced, prose, shorten, visible, words } from '../data.ts';
import { withoutSecrets } from '../secrets.ts';
import { define } from './define.ts';
import { IssueRow, inWords, issueName, issuePlace, issueRow } from './issue-words.ts';
import { organization } from './repository.ts';

/** Everything about one issue. */

const maximumFlows = 2;
const maximumSteps = 12;
const maximumSinks = 20;
const maximumEvidence = 15;
const maximumHistory = 8;

const Step = z.object({
  role: FlowRole,
  file: z.string(),
  line: z.int(),
  code: z.string(),
  message: z.string(),
});

const output = IssueRow.extend({
  description: z.string(),
  exposure: Exposure.optional(),
  flows: z.array(z.object({ steps: z.array(Step), stepsLeftOut: z.int() })),
  flowsLeftOut: z.int(),
  preconditions: z.array(z.object({ text: z.string(), met: z.boolean().nullable() })),
  attackSteps: z.array(z.string()),
  impact: z.string().optional(),
  remediation: z.string().optional(),
  /** Why score and CVSS differ in severity, where they do. */
  scoreReason: z.string().optional(),
  cvss4: z.object({ vector: z.string(), severity: z.string(), score: z.number().optional() }).optional(),
  cvss3: z.object({ vector: z.string(), severity: z.string(), score: z.number().optional() }).optional(),
  investigated: z
    .object({
      summary: z.string().optional(),
      evidence: z.array(z.object({ speaks: Speaks, text: z.string() })),
    })
    .optional(),
  note: z.string().optional(),
  triageReason: z.string().optional(),
  history: z.array(
    z.object({ at: z.string(), from: IssueStatus, to: IssueStatus, reason: z.string().optional() }),
  ),
  references: z.array(Reference),
});

export const explainIssue = define({
  name: 'explain_issue',
  title: 'Explain an issue',
  description:
    'Tells all about one issue: why it is one, the flow of the data from source to sink step by step, the entry point and what guards it, preconditions, attack steps, impact, what to do, CVSS 4.0 and 3.1, what an investigation found, its history.',
  input: z.strictObject({ issueId: Id }),
  output,
  effect: 'none',
  run: async ({ issueId }, context) => {
    const { issue } = await context.service.call(
      getIssue,
      { id: issueId, ...organization(context) },
      { signal: context.signal },
    );
    return answer(textOf(issue), dataOf(issue), placesOf(issue));
  },
});

function textOf(issue: Issue): string {
  return [
    `### ${issueName(issue)}`,
    `**${inWords(issue.severity)}**, score ${issue.score}, sure ${issue.confidence} % · ${inWords(issue.status)} · ${issue.cwes.map((cwe) => words(cwe, 20)).join(', ')} · id ${issue.id}`,
    outsideText(issue),
    prose(issue.description),
    entryPoint(issue),
    ...(issue.codeFlows.length > 0 ? flowTexts(issue) : [placeText(issue)]),
    alsoReaches(issue),
    section('Needed for an attack', issue.preconditions.slice(0, 12).map(precondition)),
    numbered('An attack', [...issue.attackSteps].sort((a, b) => a.order - b.order).slice(0, 12)),
    issue.vulnImpact === undefined ? '' : `**Impact.** ${prose(issue.vulnImpact)}`,
    issue.remediation === undefined ? '' : `**What to do.** ${prose(issue.remediation)}`,
    cvss(issue),
    investigation(issue),
    decision(issue),
    patch(issue),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The other sinks of the same cause: one guard does for all of them. */
function alsoReaches({ codeFlows }: Issue): string {
  const places = otherSinks(codeFlows).map(({ step }) => code(`${step.file}:${step.range.startLine}`, 300));
  if (places.length === 0) return '';
  const shown = places.slice(0, maximumSinks).join(', ');
  return `**The same value also reaches** ${shown}${places.length > maximumSinks ? ', …' : ''}`;
}

/** Of an issue that is no flow. */
function placeText({ file, snippet, language }: Issue): string {
  return snippet.trim() === '' ? '' : fenced(withoutSecrets(file, shorten(snippet, 600)), language);
}

/** Why it is ranked low, where its code is not part of the product. */
function outsideText({ codeRole }: Issue): string {
  return codeRole
    ? `**Not product code**: ${codeRole.role} (${code(codeRole.evidence, 200)}), so its severity is low.`
    : '';
}

function entryPoint({ exposure }: Issue): string {
  if (!exposure) return '';
  const choosers = {
    remote: 'anyone who can send it a request',
    library: 'whoever calls this library',
    response: 'whoever controls the server that answers',
    file: 'whoever wrote the file or the archive',
    database: 'whoever wrote what is stored',
    environment: 'whoever sets the environment',
    arguments: 'whoever runs the program',
    system: 'whoever controls the other program',
  } as const;
  const by = exposure.threatModel ? `The data is chosen by ${choosers[exposure.threatModel]}.` : '';
  const entry = exposure.entryPoint;
  if (!entry) return by === '' ? '' : `**Entry point.** ${by}`;
  const methods = entry.methods.length > 0 ? entry.methods.slice(0, 10).join(', ') : 'any method';
  const guards =
    entry.guards.length > 0
      ? `Guarded by ${entry.guards
          .slice(0, 10)
          .map((guard) => code(guard, 120))
          .join(', ')}.`
      : 'Nothing in the code asks who the caller is.';
  return `**Entry point.** ${code(`${methods} ${entry.path}`)}. ${guards} ${by}`.trim();
}

function flowTexts({ codeFlows, language }: Issue): string[] {
  const texts = codeFlows.slice(0, maximumFlows).map(({ steps }, index) => {
    const title = codeFlows.length > 1 ? `**Flow ${index + 1} of ${codeFlows.length}**` : '**Flow**';
    const { shown, left } = ends(steps);
    const lines = shown.map(({ step, number }) => {
      const line = `${number}. *${step.role}* ${code(`${step.file}:${step.range.startLine}`)}: ${words(step.message, 240)}`;
      const snippet = shorten(step.snippet.trim(), 300);
      const block = fenced(withoutSecrets(step.file, snippet), language);
      return `${line}\n${block.replace(/^/gm, '   ')}`;
    });
    return `${title}${left > 0 ? ` (${left} steps in the middle left out)` : ''}\n${lines.join('\n')}`;
  });
  const more = codeFlows.length - texts.length;
  return more > 0 ? [...texts, `*${more} more ways for the data are not shown.*`] : texts;
}

/** The first and the last steps, where there are too many. */
function ends(steps: readonly FlowStep[]) {
  const numberedSteps = steps.map((step, index) => ({ step, number: index + 1 }));
  if (steps.length <= maximumSteps) return { shown: numberedSteps, left: 0 };
  const half = maximumSteps / 2;
  return {
    shown: [...numberedSteps.slice(0, half), ...numberedSteps.slice(-half)],
    left: steps.length - maximumSteps,
  };
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `**${title}**\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function numbered(title: string, steps: readonly { readonly text: string }[]): string {
  if (steps.length === 0) return '';
  return `**${title}**\n${steps.map(({ text }, index) => `${index + 1}. ${prose(text, 500)}`).join('\n')}`;
}

function precondition({ text, met }: { readonly text: string; readonly met: boolean | null }): string {
  const state = met === null ? 'not known' : met ? 'met' : 'not met';
  return `${prose(text, 400)} (${state})`;
}

function cvss({ cvssScoreDetailed: scored, scoreReason }: Issue): string {
  if (!scored) return '';
  const four = `CVSS 4.0 ${scored.score ?? ''} ${code(scored.cvssVector, 200)} (${words(scored.severity, 20)})`;
  const three = `CVSS 3.1 ${scored.cvssV3Score ?? ''} ${code(scored.cvssV3Vector, 200)} (${words(scored.cvssV3Severity, 20)})`;
  const reason = scoreReason === undefined ? '' : `. ${prose(scoreReason, 500)}`;
  return `${four} · ${three}${reason}`.replaceAll('  ', ' ');
}

function investigation({ investigation: found }: Issue): string {
  if (!found) return '';
  const verdict = found.verdict ? inWords(found.verdict) : inWords(found.status);
  const sure = found.confidence === undefined ? '' : `, ${found.confidence} % sure that it is real`;
  const evidence = found.evidence.slice(0, maximumEvidence).map(({ speaks, text, place }) => {
    const at = place ? ` (${code(`${place.file}:${place.line}`)})` : '';
    return `- ${speaks}: ${prose(text, 400)}${at}`;
  });
  return [
    `**Investigation: ${verdict}**${sure}. ${prose(found.summary ?? '', 1_500)}`.trim(),
    ...evidence,
  ].join('\n');
}

function decision({ triage, note, nonExploitableReason }: Issue): string {
  const reason = triage?.reason ?? nonExploitableReason;
  return [
    triage
      ? `**Decision** of ${triage.at.slice(0, 10)}${reason ? `: ${words(withoutSecrets('reason.txt', reason), 500)}` : ''}`
      : '',
    note ? `**Note.** ${words(withoutSecrets('note.txt', note), 500)}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function patch({ patch: state }: Issue): string {
  if (!state || state.status === 'NONE') return '';
  const reason = state.errorMessage ? `: ${prose(state.errorMessage, 400)}` : '';
  return `**Patch**: ${inWords(state.status)}${reason}`;
}

function dataOf(issue: Issue): z.output<typeof output> {
  const { investigation: found, cvssScoreDetailed: scored } = issue;
  return {
    ...issueRow(issue),
    description: shorten(issue.description, 2_000),
    ...(issue.exposure && { exposure: issue.exposure }),
    flows: issue.codeFlows.slice(0, maximumFlows).map(({ steps }) => {
      const { shown, left } = ends(steps);
      return { steps: shown.map(({ step }) => stepData(step)), stepsLeftOut: left };
    }),
    flowsLeftOut: Math.max(0, issue.codeFlows.length - maximumFlows),
    preconditions: issue.preconditions
      .slice(0, 12)
      .map(({ text, met }) => ({ text: shorten(text, 400), met })),
    attackSteps: [...issue.attackSteps]
      .sort((a, b) => a.order - b.order)
      .slice(0, 12)
      .map(({ text }) => shorten(text, 500)),
    ...(issue.vulnImpact !== undefined && { impact: shorten(issue.vulnImpact, 2_000) }),
    ...(issue.remediation !== undefined && { remediation: shorten(issue.remediation, 2_000) }),
    ...(issue.scoreReason !== undefined && { scoreReason: shorten(issue.scoreReason, 500) }),
    ...(scored && {
      cvss4: {
        vector: scored.cvssVector,
        severity: scored.severity,
        ...(scored.score !== undefined && { score: scored.score }),
      },
      cvss3: {
        vector: scored.cvssV3Vector,
        severity: scored.cvssV3Severity,
        ...(scored.cvssV3Score !== undefined && { score: scored.cvssV3Score }),
      },
    }),
    ...(found && {
      investigated: {
        ...(found.summary !== undefined && { summary: shorten(found.summary, 1_500) }),
        evidence: found.evidence
          .slice(0, maximumEvidence)
          .map(({ speaks, text }) => ({ speaks, text: shorten(text, 400) })),
      },
    }),
    ...(issue.note !== undefined && { note: shorten(withoutSecrets('note.txt', issue.note), 500) }),
    ...(issue.triage?.reason !== undefined && {
      triageReason: shorten(withoutSecrets('reason.txt', issue.triage.reason), 500),
    }),
    history: (issue.history ?? []).slice(0, maximumHistory).map(({ at, from, to, reason }) => ({
      at,
      from,
      to,
      ...(reason !== undefined && { reason: shorten(withoutSecrets('reason.txt', reason), 300) }),
    })),
    references: (issue.references ?? []).slice(0, 10),
  };
}

function stepData(step: FlowStep): z.output<typeof Step> {
  return {
    role: step.role,
    file: step.file,
    line: step.range.startLine,
    code: withoutSecrets(step.file, shorten(step.snippet.trim(), 300)),
    message: shorten(step.message, 240),
  };
}

function placesOf(issue: Issue): Place[] {
  const steps = issue.codeFlows.slice(0, maximumFlows).flatMap((flow) => ends(flow.steps).shown);
  const seen = new Set([`${issue.file}:${issue.startLine}`]);
  const places = [issuePlace(issue)];
  for (const { step } of steps) {
    const at = `${step.file}:${step.range.startLine}`;
    if (seen.has(at)) continue;
    seen.add(at);
    places.push({ label: visible(at), path: step.file, line: step.range.startLine, issueId: issue.id });
  }
  return places;
}
