import { unfolded } from '../../../engine/causes.ts';
import type { Finding } from '../../../engine/finding.ts';
import type { ScanEvent } from '../../analysis/index.ts';
import type { ScanChoices } from '../../analysis/scan-choices.ts';
import type { ScanCoverage } from '../../analysis/scan-runner.ts';
import { instant } from '../../core/context.ts';
import {
  changedFiles,
  type PullRequestCommits,
  pullRequestCommits,
} from '../../repositories/pull-request-code.ts';
import {
  type CodeSource,
  codeSourceColumns,
  openCommit,
  type RepositoryCode,
} from '../../repositories/repository-code.ts';
import { recordFetch } from '../fetch-progress.ts';
import { scanningChoices } from '../scan-choices.ts';
import { withLeftOut } from '../scan-code.ts';
import { complete } from '../scan-completion.ts';
import { createRecorder, type Executing, type Recorder } from '../scan-recorder.ts';
import type { ScanRow } from '../scan-rows.ts';
import {
  analysisKey,
  analysisOf,
  type CommitAnalysis,
  keepAnalysis,
  keptAnalysis,
} from './analysed-commits.ts';
import { broughtFindings } from './brought.ts';
import { comparisonNotes, withNotes } from './comparison-notes.ts';
import { fullRef } from './pull-request.ts';

/** A scan of a pull request under way. */
interface Work {
  readonly core: Executing;
  readonly scan: ScanRow;
  readonly repository: CodeSource;
  readonly commits: PullRequestCommits;
  readonly recorder: Recorder;
  readonly choices: ScanChoices;
}

/** What an analysis of a commit reported. */
interface Analysed {
  readonly findings: readonly Finding[];
  readonly skippedFiles: ReadonlySet<string>;
  readonly coverage: ScanCoverage;
}

/**
 * Scans what a pull request brings: the whole project at its head, without what is found at the commit that it left its
 * base branch at. @throws as `scanCode` of branches
 */
export async function scanPullRequest(core: Executing, scan: ScanRow, signal: AbortSignal): Promise<void> {
  const repository = await core.db
    .selectFrom('repositories')
    .select(codeSourceColumns)
    .where('repositories.id', '=', scan.repository_id)
    .executeTakeFirst();
  if (!repository) return;
  const refs = { head: scan.pull_head_ref ?? '', base: fullRef(scan.pull_base_branch ?? '') };
  const commits = await pullRequestCommits(core, repository, refs, signal);
  const found = { commit_sha: commits.head, base_sha: commits.base };
  await core.db.updateTable('scans').set(found).where('id', '=', scan.id).execute();
  const choices = await scanningChoices(core.db, scan);
  const recorder = createRecorder(core, { ...scan, ...found }, choices.ofOrganization, signal);
  try {
    await scanBoth({ core, scan: { ...scan, ...found }, repository, commits, recorder, choices });
  } catch (error) {
    await recorder.flush().catch(() => undefined);
    throw recorder.failure ?? error;
  } finally {
    recorder.close();
  }
}

async function scanBoth(work: Work): Promise<void> {
  const { core, scan, repository, commits, recorder } = work;
  let base = await baseAnalysis(work, 'kept');
  const { leftOut, ...head } = await analyse(work, commits.head, recorder.on);
  if (base.advisories !== JSON.stringify(head.coverage.advisories)) base = await baseAnalysis(work, 'anew');
  const changed = await changedFiles(core, repository, commits, recorder.signal);
  for (const finding of broughtFindings(head.findings, base, changed))
    recorder.on({ type: 'finding', finding });
  await recorder.flush();
  const notes = comparisonNotes(scan.pull_base_branch ?? 'its base branch', commits, changed);
  await complete(core, scan, withNotes(withLeftOut(head.coverage, leftOut), notes), recorder);
}

/** What the commit has that the head is compared with. */
async function baseAnalysis(work: Work, use: 'kept' | 'anew'): Promise<CommitAnalysis> {
  const { core, scan, commits, recorder, choices } = work;
  const key = analysisKey(core, scan, commits.base, choices);
  const kept = use === 'kept' ? await keptAnalysis(core.db, key, instant(core)) : undefined;
  if (kept) return kept;
  const { findings, skippedFiles, coverage } = await analyse(work, commits.base, (event) => {
    if (event.type === 'progress') recorder.on(event);
  });
  const analysis = analysisOf(findings.flatMap(unfolded), skippedFiles, coverage);
  await keepAnalysis(core.db, key, analysis, instant(core));
  return analysis;
}

/** Both commits with the rules of the base: what a change says of itself holds once it is merged. */
async function openFetched(
  { core, repository, scan, commits, recorder }: Work,
  commit: string,
): Promise<RepositoryCode> {
  await using record = recordFetch(core, scan.id);
  const wanted = { branch: scan.branch, commit, rulesOf: commits.base, onFetch: record.report };
  return await openCommit(core, repository, wanted, recorder.signal);
}

/** Analyses a commit. Both have the same folder, so that the second costs what differs. */
async function analyse(
  work: Work,
  commit: string,
  on: (event: ScanEvent) => void,
): Promise<Analysed & { readonly leftOut: readonly string[] }> {
  const { core, recorder, choices } = work;
  using code = await openFetched(work, commit);
  const findings = new Map<string, Finding>();
  const skippedFiles = new Set<string>();
  const coverage = await core.runner.scanFolder({
    root: code.root,
    on: (event) => {
      if (event.type === 'finding') {
        const { file, fingerprint } = event.finding;
        findings.set(`${fingerprint}\0${file}`, event.finding);
        return;
      }
      if (event.type === 'skip') skippedFiles.add(event.skip.file);
      on(event);
    },
    signal: recorder.signal,
    again: true,
    isOfPullRequest: true,
    ...choices,
  });
  return { findings: [...findings.values()], skippedFiles, coverage, leftOut: code.leftOut };
}
