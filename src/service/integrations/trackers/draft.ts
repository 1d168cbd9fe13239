import type { CodeFlow } from '../../../api/contract/issue.ts';
import { type Core, stored } from '../../core/context.ts';
import { issuePage } from '../../issues/issue-page.ts';
import type { FullIssueRow } from '../../issues/issue-rows.ts';
import { shortened } from '../../providers/reports/markdown.ts';
import { cleanLine, settingsOf, type TrackerRow } from './connected.ts';
import type { Block, Draft } from './tracker.ts';

/** Trackers take descriptions of about 30,000 characters. */
const longestText = 4_000;
const longestLine = 300;
const mostSteps = 30;
const longestTitle = 250;

/** What a person changed before it is sent. */
export interface DraftChanges {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

/** The part of the description that a person may change. */
export const textOf = ({ description }: Pick<FullIssueRow, 'description'>): string =>
  shortened(description.trim(), longestText);

const paragraphs = (text: string): Block[] =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'text', text: line }));

/**
 * What is sent to a tracker for an issue. It names places and says what happens there; code stays where it is, for a tracker
 * is read by other people than the repository.
 * @param marker what the tracker's issue is found by again
 */
export function draftOf(
  { publicAddress }: Pick<Core, 'publicAddress'>,
  row: FullIssueRow,
  tracker: TrackerRow,
  { title, text }: DraftChanges,
  marker: string,
): Draft {
  const { project, issueType, labels, priorities } = settingsOf(tracker);
  const { url } = issuePage(publicAddress, row.id);
  const [flow] = stored<CodeFlow[]>(row.code_flows);
  const blocks: Block[] = [
    ...paragraphs(text ?? textOf(row)),
    { kind: 'facts', facts: factsOf(row) },
    ...(flow && flow.steps.length > 1 ? [stepsOf(flow)] : []),
    ...(url === undefined ? [] : [{ kind: 'link', text: 'Open the issue in Parapet', url } as const]),
    { kind: 'text', text: `Created by Parapet, reference ${marker}` },
  ];
  return {
    project,
    issueType,
    title: cleanLine(title ?? `${row.title} in ${placeOf(row.file, row.start_line)}`, longestTitle),
    blocks,
    labels,
    priority: priorities[row.severity],
  };
}

const placeOf = (file: string, line: number): string => `${file}:${line}`;

function factsOf(row: FullIssueRow): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [
    ['Severity', `${row.severity} (${row.score} of 100)`],
    ['Weakness', row.cwes.trim().replaceAll(' ', ', ')],
    ['Repository', row.repository_name],
    ['Place', placeOf(row.file, row.start_line)],
    ['Commit', row.commit_sha ?? ''],
    ['Rule', row.rule_id],
  ];
  return facts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => [label, shortened(text, longestLine)] as const);
}

function stepsOf({ steps }: CodeFlow): Block {
  const shown = steps.slice(0, mostSteps).map(({ file, range, message }) => {
    return shortened(`${placeOf(file, range.startLine)}: ${message}`, longestLine);
  });
  const left = steps.length - shown.length;
  return { kind: 'steps', title: 'Flow', steps: left > 0 ? [...shown, `and ${left} more`] : shown };
}
