import * as l10n from '@vscode/l10n';
import type { Issue } from '../../api/contract/issue.ts';
import { Category } from '../../api/contract/vocabulary.ts';
import type { Location, Result } from '../../workspace/sarif/log-schema.ts';
import type { Log, Run } from '../../workspace/sarif/read-log.ts';
import { rangeOf, scannedIn } from '../../workspace/sarif/region.ts';
import {
  baselineOf,
  gradeOf,
  isFinding,
  messageText,
  Rules,
  ruleIdOf,
  suppressionOf,
  titleOf,
  weaknessesOf,
} from '../../workspace/sarif/rules.ts';
import { type ListedIssue, strayPrefix } from '../issues/known-issue.ts';
import { flowSummary, flowsOf } from './report-flows.ts';
import { reportId } from './report-ids.ts';
import { commitOf, type ReportFiles, type ReportSource, ReportTexts, type Where } from './report-texts.ts';

/** What came of a report. */
export interface ReportFacts {
  readonly tools: readonly string[];
  /** Results that the file has, and of those the shown ones. */
  readonly results: number;
  readonly shown: number;
  /** Beyond what is shown of one file. */
  readonly overLimit: number;
  /** Gone since the baseline. */
  readonly absent: number;
  /** What the tool found to be right, or not applicable. */
  readonly passed: number;
  readonly outside: number;
  readonly nowhere: number;
  readonly withoutFlows: number;
  readonly isSplit: boolean;
  readonly fault: string | undefined;
}

/** Milliseconds after which others have their turn. */
const turnMs = 8;
/** A report of any tool as issues of this window. */
export class ReportIssues {
  readonly #log: Log;
  readonly #source: ReportSource;
  readonly #texts: ReportTexts;
  readonly #prefix: string;
  readonly #rules: readonly Rules[];
  readonly #at: string;

  constructor(log: Log, source: ReportSource, files: ReportFiles) {
    this.#log = log;
    this.#source = source;
    this.#texts = new ReportTexts(log, source, files);
    this.#prefix = reportId(source.report);
    this.#rules = log.runs.map((run) => new Rules(run));
    this.#at = new Date(source.writtenAt).toISOString();
  }

  /** All that can be shown, by folder, and what cannot. Never throws for what a report says. */
  async all(
    signal: AbortSignal,
  ): Promise<{ readonly byFolder: ReadonlyMap<string, ListedIssue[]>; readonly facts: ReportFacts }> {
    const byFolder = new Map<string, ListedIssue[]>();
    let turn = performance.now();
    const count = { shown: 0, kept: 0, absent: 0, passed: 0, outside: 0, nowhere: 0 };
    for (const [runIndex, run] of this.#log.runs.entries()) {
      for (const [index, result] of run.results.entries()) {
        signal.throwIfAborted();
        if (performance.now() - turn > turnMs) {
          await new Promise(setImmediate);
          turn = performance.now();
        }
        count.kept += 1;
        if (!isFinding(result)) count.passed += 1;
        else if (baselineOf(result) === 'absent') count.absent += 1;
        else {
          const { folder, issue } = await this.#listed(run, runIndex, result, index);
          if (issue.reported?.unplaced) count[issue.reported.unplaced] += 1;
          count.shown += 1;
          const ofFolder = byFolder.get(folder);
          if (ofFolder) ofFolder.push(issue);
          else byFolder.set(folder, [issue]);
        }
      }
    }
    const { resultCount, withoutFlows, fault, runs } = this.#log;
    const { kept, ...counts } = count;
    return {
      byFolder,
      facts: {
        ...counts,
        tools: [...new Set(runs.map(toolOf))],
        results: resultCount,
        overLimit: resultCount - kept,
        withoutFlows,
        isSplit: runs.some((run) => run.isSplit),
        fault,
      },
    };
  }

  owns(id: string): boolean {
    return id.startsWith(`${this.#prefix}-`);
  }

  /** An issue in full; undefined where it is none of this report's. */
  async detail(id: string): Promise<Issue | undefined> {
    const [, runIndex, index] = new RegExp(`^${this.#prefix}-(\\d+)-(\\d+)$`).exec(id) ?? [];
    const run = this.#log.runs[Number(runIndex)];
    const result = run?.results[Number(index)];
    if (!run || !result) return undefined;
    const { folder, issue } = await this.#listed(run, Number(runIndex), result, Number(index));
    const rule = (this.#rules[Number(runIndex)] ?? new Rules(run)).of(result);
    const remediation = rule.help?.markdown ?? rule.help?.text ?? rule.fullDescription?.text;
    const { helpUri } = rule;
    const { flows, left } = await flowsOf(this.#texts, run, result, folder);
    const note = left === 0 ? '' : `\n\n${stepsLeftOut(left)}`;
    const { investigation: _, ...listed } = issue;
    return {
      ...listed,
      description: `${issue.description}${note}`,
      codeFlows: flows,
      preconditions: [],
      attackSteps: [],
      ...(remediation === undefined || remediation === '' ? {} : { remediation }),
      references: helpUri?.startsWith('https://') ? [{ title: issue.title, url: helpUri }] : [],
    };
  }

  async #listed(
    run: Run,
    runIndex: number,
    result: Result,
    index: number,
  ): Promise<{ readonly folder: string; readonly issue: ListedIssue }> {
    const rules = this.#rules[runIndex] ?? new Rules(run);
    const rule = rules.of(result);
    const ruleId = ruleIdOf(result, rule);
    const message = messageText(result.message, rule);
    const { severity, score, confidence } = gradeOf(result, rule);
    const suppression = suppressionOf(result);
    const baseline = baselineOf(result);
    const location = result.locations.find((one) => one.physicalLocation !== undefined);
    const where = await this.#texts.where(location?.physicalLocation?.artifactLocation, run);
    const code = await this.#code(where, location, run);
    const tool = toolOf(run);
    const issue: ListedIssue = {
      id: `${this.#prefix}-${runIndex}-${index}`,
      organizationId: '',
      repositoryId: '',
      repositoryName: tool,
      scanId: this.#prefix,
      // No service keeps it, as it keeps no result of an on-demand scan.
      scanKind: 'ON_DEMAND',
      scanTargetBranch: null,
      commitSha: commitOf(run) ?? null,
      title: titleOf(rule, ruleId, message) || l10n.t('Result without a name'),
      description: message,
      vulnClass: ruleId === '' ? 'other' : ruleId,
      category: Category.options.find((one) => one === result.properties?.category) ?? 'SAST',
      cwes: weaknessesOf(result, rule),
      severity,
      score,
      confidence: confidence ?? 50,
      status: suppression ? 'ACCEPTED_RISK' : 'PENDING_REVIEW',
      validation: 'NOT_RUN',
      fingerprint: Object.values(result.partialFingerprints ?? {})[0] ?? '',
      language: '',
      ruleId,
      ...(suppression && { triage: { at: this.#at, reason: suppression.reason } }),
      ...code.issue,
      createdAt: this.#at,
      updatedAt: this.#at,
      firstSeenAt: this.#at,
      lastSeenAt: this.#at,
      reported: {
        tool,
        report: this.#source.report,
        isConfidenceKnown: confidence !== undefined,
        ...(baseline === undefined ? {} : { baseline }),
        ...(where.kind === 'found' ? {} : { unplaced: where.kind }),
      },
    };
    const flow =
      result.codeFlows.length === 0 ? undefined : await flowSummary(this.#texts, run, result, code.folder);
    return { folder: code.folder, issue: flow ? { ...issue, flow } : issue };
  }

  /** File, range and text of a result; what is in no file of the workspace stands in the report itself. */
  async #code(where: Where, location: Location | undefined, run: Run) {
    const { region, contextRegion, artifactLocation } = location?.physicalLocation ?? {};
    if (where.kind !== 'found') {
      const file = where.kind === 'outside' ? where.uri : l10n.t('no file');
      const range = rangeOf(region, undefined, run.isUtf16);
      const snippet = region?.snippet?.text?.trim().slice(0, 400) ?? '';
      return { folder: `${strayPrefix}${this.#source.report}`, issue: { file, ...range, snippet } };
    }
    const texts = await this.#texts.textsOf(where.file, artifactLocation, run);
    const { range, snippet } = scannedIn(region, contextRegion, texts, run.isUtf16);
    const { folder, file } = where.file;
    const blob = texts.blobId === undefined ? {} : { blobId: texts.blobId };
    return { folder, issue: { file, ...range, snippet, ...blob } };
  }
}

function stepsLeftOut(count: number): string {
  return count === 1
    ? l10n.t('1 step of the flow is not shown: it names no file of this workspace folder.')
    : l10n.t('{0} steps of the flow are not shown: they name no file of this workspace folder.', count);
}

function toolOf({ driver }: Run): string {
  const name = (driver.name ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
  return name === '' ? l10n.t('Unnamed tool') : name;
}
