import type { Log } from 'sarif';
import type { Issue } from '../../api/contract/issue.ts';
import { type SarifFinding, sarifLog, sarifRun } from '../../api/sarif-log.ts';
import { type KnownIssue, presentFile } from '../issues/known-issue.ts';
import { latestScans } from '../issues/news.ts';
import { isSuppressed } from '../issues/ranking.ts';

export interface Exported {
  readonly known: KnownIssue;
  /** In full, where it is to be had. */
  readonly detail: Issue | undefined;
}

/**
 * Issues as a SARIF 2.1.0 log: one run for each tool and workspace folder, places as they are today, paths relative to
 * the repository. Nothing says where it lies on this machine.
 * @param all every issue of the window: what is new is new among those
 */
export function exportLog(exported: readonly Exported[], all: Iterable<KnownIssue>, version: string): Log {
  const scans = latestScans(all);
  const runs = new Map<string, Exported[]>();
  for (const one of exported) {
    const key = `${one.known.issue.reported?.tool ?? ''}\n${one.known.folder}`;
    const of = runs.get(key);
    if (of) of.push(one);
    else runs.set(key, [one]);
  }
  return sarifLog([...runs.values()].map((of) => runOf(of, scans, version)));
}

function runOf(of: readonly Exported[], scans: ReadonlyMap<string, string>, version: string) {
  const sorted = of.toSorted((a, b) => b.known.issue.score - a.known.issue.score);
  const examples = new Map(sorted.toReversed().map((one) => [ruleIdOf(one.known), one]));
  const [first] = sorted;
  const tool = first?.known.issue.reported?.tool;
  const commits = new Set(sorted.map(({ known }) => known.issue.commitSha));
  const [commit] = commits;
  return sarifRun({
    tool: tool === undefined ? { name: 'Parapet', version } : { name: tool },
    findings: sorted.map((one) => findingOf(one, scans)),
    ruleText: ({ ruleId, message }) => {
      const example = examples.get(ruleId);
      return {
        title: example?.known.issue.title ?? ruleId,
        description: example?.known.issue.title ?? message,
        remediation: example?.detail?.remediation ?? '',
        references: (example?.detail?.references ?? []).map(({ url }) => url),
      };
    },
    invocation: {
      executionSuccessful: true,
      endTimeUtc: new Date().toISOString(),
      ...(commits.size === 1 && commit ? { properties: { commit } } : {}),
    },
  });
}

function findingOf({ known, detail }: Exported, scans: ReadonlyMap<string, string>): SarifFinding {
  const { issue, place } = known;
  const { startLine, startColumn, endLine, endColumn } = issue;
  const baselineState = baselineOf(known, scans);
  return {
    ruleId: ruleIdOf(known),
    vulnClass: issue.vulnClass,
    category: issue.category,
    message: issue.description === '' ? issue.title : issue.description,
    cwes: issue.cwes,
    score: issue.score,
    confidence: issue.confidence,
    fingerprint: issue.fingerprint,
    file: presentFile(known),
    range: place.kind === 'at' ? place.range : { startLine, startColumn, endLine, endColumn },
    snippet: issue.snippet,
    codeFlows: detail?.codeFlows ?? [],
    ...(issue.flow?.threatModel && { threatModel: issue.flow.threatModel }),
    ...(issue.codeRole && { codeRole: issue.codeRole }),
    ...(detail?.vulnImpact !== undefined && { vulnImpact: detail.vulnImpact }),
    ...(baselineState && { baselineState }),
    ...(isSuppressed(issue.status) && { suppression: { justification: issue.triage?.reason ?? '' } }),
  };
}

/** Against the scan before the latest one; nothing where there was none, or nobody compared. */
function baselineOf(
  { folder, issue }: KnownIssue,
  scans: ReadonlyMap<string, string>,
): 'new' | 'unchanged' | undefined {
  if (issue.reported) {
    const { baseline } = issue.reported;
    return baseline === 'new' || baseline === 'unchanged' ? baseline : undefined;
  }
  const latest = scans.get(folder);
  if (latest === undefined || issue.scanKind === 'ON_DEMAND') return undefined;
  return issue.firstSeenScanId === latest ? 'new' : 'unchanged';
}

function ruleIdOf({ issue }: KnownIssue): string {
  return issue.ruleId === '' ? issue.vulnClass : issue.ruleId;
}
