import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { blobIdOf } from '../../api/blob-id.ts';
import type { CodeFlow, FlowStep, Issue } from '../../api/contract/issue.ts';
import { Category } from '../../api/contract/vocabulary.ts';
import { type FileOfFolder, resolveArtifact, type Workspace } from '../../workspace/sarif/artifact-uri.ts';
import type {
  ArtifactLocation,
  Location,
  Result,
  ThreadFlowLocation,
} from '../../workspace/sarif/log-schema.ts';
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
import type { ListedIssue } from '../issues/known-issue.ts';
import { strayPrefix } from '../issues/known-issue.ts';

/** A file that a report names, as the workspace has it. */
export interface FoundFile {
  /** As the store has them: the workspace folder, and the path in the folder's repository. */
  readonly folder: string;
  readonly file: string;
  readonly folderPath: FileOfFolder;
  /** Milliseconds since 1970; undefined where there is no such file. */
  readonly modifiedAt: number | undefined;
}

export interface PresentFile {
  readonly content: Uint8Array;
}

export interface ReportFiles {
  /** The first of these that there is, else the first; `outside` where a link leads out of the workspace. */
  find(files: readonly [FileOfFolder, ...FileOfFolder[]]): Promise<FoundFile | 'outside'>;
  /** Undefined when it cannot be read or is too large. */
  read(file: FoundFile): Promise<PresentFile | undefined>;
  /** The file in a commit, where that is to be had. */
  committed(file: FoundFile, commit: string): Promise<Uint8Array | undefined>;
}

export interface ReportSource extends Workspace {
  /** When the report was written, in milliseconds since 1970. */
  readonly writtenAt: number;
}

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

type Where =
  | { readonly kind: 'found'; readonly file: FoundFile }
  | { readonly kind: 'outside'; readonly uri: string }
  | { readonly kind: 'nowhere' };

interface Texts {
  /** What was scanned, or may be taken to have been; undefined where nobody knows. */
  readonly scanned: string | undefined;
  readonly present: string | undefined;
  readonly blobId: string | undefined;
}

/** Milliseconds after which others have their turn. */
const turnMs = 8;
/** Files whose texts are kept at hand. */
const textsKept = 64;
/** Milliseconds by which a file may be newer than a report that the same run wrote. */
const sameRunMs = 2_000;

/** A report of any tool as issues of this window. */
export class ReportIssues {
  readonly #log: Log;
  readonly #source: ReportSource;
  readonly #files: ReportFiles;
  readonly #prefix: string;
  readonly #rules: readonly Rules[];
  readonly #found = new Map<string, Promise<Where>>();
  readonly #texts = new Map<string, Promise<Texts>>();
  readonly #at: string;

  constructor(log: Log, source: ReportSource, files: ReportFiles) {
    this.#log = log;
    this.#source = source;
    this.#files = files;
    this.#prefix = `sarif-${createHash('sha256').update(source.report).digest('hex').slice(0, 12)}`;
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
    const { flows, left } = await this.#flows(run, result, folder);
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
    const where = await this.#where(location?.physicalLocation?.artifactLocation, run);
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
      result.codeFlows.length === 0 ? undefined : await this.#flowSummary(run, result, code.folder);
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
    const texts = await this.#textsOf(where.file, artifactLocation, run);
    const { range, snippet } = scannedIn(region, contextRegion, texts, run.isUtf16);
    const { folder, file } = where.file;
    const blob = texts.blobId === undefined ? {} : { blobId: texts.blobId };
    return { folder, issue: { file, ...range, snippet, ...blob } };
  }

  #where(location: ArtifactLocation | undefined, run: Run): Promise<Where> {
    const key = JSON.stringify([this.#log.runs.indexOf(run), location]);
    const known = this.#found.get(key);
    if (known) return known;
    const target = resolveArtifact(location, run, this.#source);
    const where = (async (): Promise<Where> => {
      if (target.kind === 'outside') return target;
      if (target.kind === 'none') return { kind: 'nowhere' };
      const file = await this.#files.find(target.files);
      return file === 'outside' ? { kind: 'outside', uri: target.files[0].file } : { kind: 'found', file };
    })();
    this.#found.set(key, where);
    return where;
  }

  #textsOf(file: FoundFile, location: ArtifactLocation | undefined, run: Run): Promise<Texts> {
    const key = `${this.#log.runs.indexOf(run)}\n${file.folder}\n${file.file}`;
    const known = this.#texts.get(key);
    if (known) return known;
    const texts = this.#read(file, location, run);
    this.#texts.set(key, texts);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= textsKept) break;
      this.#texts.delete(oldest);
    }
    return texts;
  }

  async #read(file: FoundFile, location: ArtifactLocation | undefined, run: Run): Promise<Texts> {
    const content = (await this.#files.read(file))?.content;
    const present = content && decode(content);
    const artifact = artifactOf(location, run);
    const embedded = artifact?.contents?.text;
    if (embedded !== undefined)
      return { scanned: embedded, present, blobId: blobIdOf(Buffer.from(embedded)) };
    const commit = commitOf(run);
    const committed = commit === undefined ? undefined : await this.#files.committed(file, commit);
    if (committed) return { scanned: decode(committed), present, blobId: blobIdOf(committed) };
    if (!content || !this.#isAsScanned(content, file, artifact?.hashes))
      return { scanned: undefined, present, blobId: undefined };
    return { scanned: present, present, blobId: blobIdOf(content) };
  }

  /** Whether a file may be taken for what was scanned: by its hash, else because it is older than the report. */
  #isAsScanned(
    content: Uint8Array,
    { modifiedAt }: FoundFile,
    hashes: Readonly<Record<string, string>> | undefined,
  ): boolean {
    for (const [name, algorithm] of [
      ['sha-256', 'sha256'],
      ['sha-1', 'sha1'],
    ] as const) {
      const hash = hashes?.[name];
      if (hash !== undefined)
        return createHash(algorithm).update(content).digest('hex') === hash.toLowerCase();
    }
    return modifiedAt !== undefined && modifiedAt <= this.#source.writtenAt + sameRunMs;
  }

  async #flowSummary(run: Run, result: Result, folder: string): Promise<Issue['flow']> {
    const [first] = locationsOf(run, result);
    const placed: FlowStep[] = [];
    for (const [index, step] of (first ?? []).entries()) {
      const where = await this.#where(step.location?.physicalLocation?.artifactLocation, run);
      if (where.kind !== 'found' || where.file.folder !== folder) continue;
      const { region } = step.location?.physicalLocation ?? {};
      const range = rangeOf(region, undefined, run.isUtf16);
      placed.push(stepOf(step, where.file.file, range, '', index, first?.length ?? 0));
    }
    const [source] = placed;
    return source && { source, stepCount: placed.length };
  }

  async #flows(
    run: Run,
    result: Result,
    folder: string,
  ): Promise<{ readonly flows: CodeFlow[]; readonly left: number }> {
    const flows: CodeFlow[] = [];
    let left = 0;
    for (const locations of locationsOf(run, result)) {
      const steps: FlowStep[] = [];
      for (const [index, step] of locations.entries()) {
        const place = step.location?.physicalLocation;
        const where = await this.#where(place?.artifactLocation, run);
        if (where.kind !== 'found' || where.file.folder !== folder) {
          left += 1;
          continue;
        }
        const texts = await this.#textsOf(where.file, place?.artifactLocation, run);
        const { range, snippet } = scannedIn(place?.region, place?.contextRegion, texts, run.isUtf16);
        steps.push(stepOf(step, where.file.file, range, snippet, index, locations.length));
      }
      if (steps.length > 0) flows.push({ steps });
    }
    return { flows, left };
  }
}

function stepsLeftOut(count: number): string {
  return count === 1
    ? l10n.t('1 step of the flow is not shown: it names no file of this workspace folder.')
    : l10n.t('{0} steps of the flow are not shown: they name no file of this workspace folder.', count);
}

function stepOf(
  { location, kinds }: ThreadFlowLocation,
  file: string,
  range: FlowStep['range'],
  snippet: string,
  index: number,
  count: number,
): FlowStep {
  const said = kinds.find((kind) => kind === 'source' || kind === 'sink' || kind === 'sanitizer');
  const role =
    said === 'source' || said === 'sink' || said === 'sanitizer'
      ? said
      : index === 0 && count > 1
        ? 'source'
        : index === count - 1
          ? 'sink'
          : 'propagator';
  return { file, range, snippet, role, message: location?.message?.text ?? '' };
}

/** The steps of each thread, with those that are only referred to put in; broken references are left out. */
function locationsOf(run: Run, { codeFlows }: Result): readonly (readonly ThreadFlowLocation[])[] {
  return codeFlows
    .flatMap(({ threadFlows }) => threadFlows)
    .slice(0, 10)
    .map(({ locations }) =>
      locations.flatMap((step) =>
        step.location || step.index === undefined ? step : (run.threadFlowLocations[step.index] ?? []),
      ),
    )
    .filter((locations) => locations.length > 0);
}

function artifactOf(location: ArtifactLocation | undefined, { artifacts }: Run) {
  if (location?.index !== undefined) return artifacts[location.index];
  return location?.uri === undefined
    ? undefined
    : artifacts.find(
        (one) => one.location?.uri === location.uri && one.location?.uriBaseId === location.uriBaseId,
      );
}

function commitOf({ provenance }: Run): string | undefined {
  return provenance
    .map(({ revisionId }) => revisionId)
    .find((id) => id !== undefined && /^[0-9a-f]{40}$/.test(id));
}

function toolOf({ driver }: Run): string {
  const name = (driver.name ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
  return name === '' ? l10n.t('Unnamed tool') : name;
}

function decode(content: Uint8Array): string {
  return new TextDecoder().decode(content);
}
