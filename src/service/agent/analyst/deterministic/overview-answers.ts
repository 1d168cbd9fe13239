import * as z from 'zod';
import { asText, fileLink } from '../../../../agent/links.ts';
import type { IssueRow } from '../../../../agent/tools/issue-words.ts';
import { SeverityCounts } from '../../../../api/contract/scans/scans.ts';
import { IssueStatus, Severity } from '../../../../api/contract/vocabulary.ts';
import { type Answer, type Asked, call, say } from './asked.ts';
import { find } from './issues.ts';
import { classTitle, counted, inWords, issueLine, listed } from './words.ts';

/** Answers about the whole: how it stands, where most of it is, when it was looked at. */

const longest = 200;

const Statistics = z.object({
  openIssues: z.int(),
  resolvedIssues: z.int(),
  reachableExploitableIssues: z.int(),
  issuesBySeverity: SeverityCounts,
  issuesByStatus: z.partialRecord(IssueStatus, z.int()),
  repositories: z.array(z.object({ name: z.string(), open: z.int(), resolved: z.int() })),
  lastScanFinishedAt: z.string().nullable(),
});

export async function* summary(asked: Asked): Answer {
  const where = asked.turn.repository ? ` of ${asText(asked.turn.repository.name)}` : '';
  yield say(`### Security${where}\n\n`);
  const read = await call(asked, 'statistics', {}, Statistics);
  if ('reason' in read) {
    yield say(read.reason);
    return;
  }
  const { openIssues, resolvedIssues, issuesBySeverity, lastScanFinishedAt, issuesByStatus } = read.data;
  if (lastScanFinishedAt === null) {
    yield say('Nothing was scanned yet. Say *scan*, and ask again when it is done.');
    return;
  }
  const severities = Severity.options.flatMap((severity) =>
    issuesBySeverity[severity] > 0 ? [`${issuesBySeverity[severity]} ${inWords(severity)}`] : [],
  );
  const dismissed = (['FALSE_POSITIVE', 'NON_EXPLOITABLE', 'ACCEPTED_RISK', 'BACKLOG'] as const).flatMap(
    (status) => {
      const number = issuesByStatus[status] ?? 0;
      return number > 0 ? [`${number} ${inWords(status)}`] : [];
    },
  );
  yield say(
    [
      openIssues === 0
        ? '- **No open issue.**'
        : `- **${counted(openIssues, 'open issue')}**: ${listed(severities, 'and')}`,
      `- ${counted(resolvedIssues, 'issue')} resolved${dismissed.length > 0 ? `; set aside: ${listed(dismissed, 'and')}` : ''}`,
      `- Last scan ended ${lastScanFinishedAt.slice(0, 16).replace('T', ' ')} UTC`,
      '',
      '',
    ].join('\n'),
  );
  if (openIssues === 0) return;
  const found = await find(asked, {}, longest);
  if ('reason' in found) return;
  yield say(
    `Most often: ${listed(mostFrequent(found.issues.map(({ vulnClass }) => classTitle(vulnClass))), 'and')}.\n`,
  );
  yield say(
    `Most of them in: ${listed(mostFrequent(found.issues.map(({ file }) => asText(file))), 'and')}.\n\n`,
  );
  yield say(
    `The worst:\n\n${found.issues
      .slice(0, 3)
      .map((issue, index) => issueLine(issue, index + 1))
      .join('\n')}\n`,
  );
  yield say('\nAsk *what should I fix first?* for an order with reasons.');
}

/** The three that come up most, each with how often. */
function mostFrequent(names: readonly string[]): string[] {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return counts
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, 3)
    .map(([name, number]) => `${name} (${number})`);
}

/** Whether it may go out: no, where something bad is open, and what; the decision is a person's. */
export async function* ready(asked: Asked): Answer {
  yield say('Looking at what is open.\n\n');
  const read = await call(asked, 'statistics', {}, Statistics);
  if ('reason' in read) {
    yield say(read.reason);
    return;
  }
  const { issuesBySeverity: open, lastScanFinishedAt } = read.data;
  if (lastScanFinishedAt === null) {
    yield say('I do not know: nothing was scanned yet. Say *scan*.');
    return;
  }
  const bad = open.CRITICAL + open.HIGH;
  if (bad === 0) {
    yield say(
      `**Nothing critical or high is open**, as of the scan that ended ${moment(lastScanFinishedAt)}. That a scan finds nothing is no proof: *scan my changes* if the code is newer.`,
    );
    return;
  }
  const found = await find(asked, { severities: ['CRITICAL', 'HIGH'] }, 3);
  const worst =
    'reason' in found
      ? ''
      : `\n\nThe worst:\n\n${found.issues.map((issue, index) => issueLine(issue, index + 1)).join('\n')}\n`;
  yield say(
    `**I would not**: ${counted(open.CRITICAL, 'critical issue')} and ${counted(open.HIGH, 'high one')} are open.${worst}\n*What should I fix first?* puts them in order.`,
  );
}

/** The files with most to do, by how bad their issues are. */
export async function* files(asked: Asked): Answer {
  const { filter } = asked.request;
  yield say('Adding up the open issues by file.\n\n');
  const found = await find(asked, filter, longest);
  if ('reason' in found) {
    yield say(found.reason);
    return;
  }
  const groups = [...Map.groupBy(found.issues, ({ file }) => file)]
    .map(([file, issues]) => ({ file, issues, weight: issues.reduce((sum, { score }) => sum + score, 0) }))
    .toSorted((a, b) => b.weight - a.weight);
  if (groups.length === 0) {
    yield say('No file has an open issue.');
    return;
  }
  const lines = groups
    .slice(0, 10)
    .map(
      ({ file, issues }) =>
        `- ${fileLink(file, undefined, { whole: true })}: ${counted(issues.length, 'issue')} (${severitiesOf(issues)})`,
    );
  const rest = groups.length - lines.length;
  yield say(`${lines.join('\n')}${rest > 0 ? `\n- … and ${counted(rest, 'more file')}` : ''}\n\n`);
  yield say('Ordered by how many there are and how bad. *Issues in …* with one of them lists its issues.');
}

function severitiesOf(issues: readonly IssueRow[]): string {
  return listed(
    Severity.options.flatMap((severity) => {
      const number = issues.filter((issue) => issue.severity === severity).length;
      return number > 0 ? [`${number} ${inWords(severity)}`] : [];
    }),
    'and',
  );
}

export async function* lastScan(asked: Asked): Answer {
  const read = await call(asked, 'statistics', {}, Statistics);
  if ('reason' in read) {
    yield say(read.reason);
    return;
  }
  const { lastScanFinishedAt, openIssues } = read.data;
  yield say(
    lastScanFinishedAt === null
      ? 'Nothing was scanned yet. Say *scan*.'
      : `The last scan ended ${moment(lastScanFinishedAt)}; ${counted(openIssues, 'issue')} ${openIssues === 1 ? 'is' : 'are'} open. *What changed since the scan before?* compares.`,
  );
}

function moment(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
