import { type CodeScanIssue, Submission } from '../../api/contract/scans/code-scans.ts';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import type { ScanProgress } from '../../api/contract/scans/scans.ts';
import { suppressedStatuses } from '../../api/contract/vocabulary.ts';
import { allFlows, foldCauses, messageOf, unfolded } from '../../engine/causes.ts';
import { type Finding, severityOf } from '../../engine/finding.ts';
import type { ScanEvent } from '../analysis/index.ts';
import type { Analysed, ScanRunner } from '../analysis/scan-runner.ts';
import { type Core, instant, newId } from '../core/context.ts';
import { asKnown, knownSinks, sinksOf } from '../issues/issue-causes.ts';
import { knowledgeOf } from '../issues/issue-knowledge.ts';
import { flowSummary, howToFix } from '../issues/issue-rows.ts';
import { type CodeAccess, codeSourceColumns, openCode } from '../repositories/repository-code.ts';
import { organizationFiles } from '../rules/organization-files.ts';
import { followedModels, switchedOffFor, switchedTemplates } from '../rules/switched-templates.ts';
import { packsSummary } from '../scans/gone-reasons.ts';
import { folderChoices } from '../scans/scan-choices.ts';
import { interrupted } from '../scans/scan-execution.ts';
import { coverageSummary, skipsListed } from '../scans/scan-rows.ts';
import { isHidden, looksFor, scanSettings } from '../settings/scan-settings.ts';
import { storeFailureText } from '../store/errors.ts';
import type { CodeScanRow } from './code-scans.ts';
import { inFolder, type Prepared, prepare } from './submission.ts';

/** Milliseconds between two records of progress. */
const progressPauseMs = 500;

type Executing = Core & CodeAccess & { runner: ScanRunner; scratch: string };

/** Runs one on-demand scan from the queue; its end is recorded whatever happens, and the submitted code removed. */
export async function executeCodeScan(core: Executing, id: string, signal: AbortSignal): Promise<void> {
  const row = await core.db.selectFrom('code_scans').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.finished_at !== null || row.submission === null) return;
  try {
    await core.db.updateTable('code_scans').set({ status: 'RUNNING' }).where('id', '=', id).execute();
    const submission = prepare(Submission.parse(JSON.parse(row.submission)));
    const before = submission.before ? await analyse(core, row, submission.before, signal) : undefined;
    const within = submission.inRepository
      ? await analyseWithin(core, row, submission.files, signal)
      : undefined;
    const { findings, coverage } = within ?? (await analyse(core, row, submission.files, signal));
    const answer = submission.answer(findings, before?.findings ?? []);
    const switched = await switchedTemplates(core.db, row.organization_id);
    const reported = answer.filter(({ vulnClass }) => !switchedOffFor(switched, vulnClass));
    const wanted = await wantedOf(core, row, reported);
    await complete(core, row, await undismissed(core, row, wanted), {
      ...coverageSummary(coverage),
      ...packsSummary(switched, answer.length - reported.length),
      skips: coverage.skips.slice(0, skipsListed),
      skipsTruncated: coverage.skipsTruncated,
    });
  } catch (error) {
    await failCodeScan(core, id, reasonOf(error, signal));
  }
}

/**
 * Analyses files in place of those of their repository, together with the rest of it.
 * @returns undefined where the repository's analysis has no such files: they are analysed by themselves then
 */
async function analyseWithin(
  core: Executing,
  row: CodeScanRow,
  files: Prepared['files'],
  signal: AbortSignal,
): Promise<Analysed | undefined> {
  const repository =
    row.repository_id === null
      ? undefined
      : await core.db
          .selectFrom('repositories')
          .select(codeSourceColumns)
          .where('id', '=', row.repository_id)
          .executeTakeFirst();
  if (!repository) return undefined;
  using code = await openCode(core, repository, undefined, signal);
  const texts = Object.fromEntries(files.map(({ path, content }) => [path, content]));
  const choices = await folderChoices(core.db, repository.id);
  return await core.runner.ask({ kind: 'within', root: code.root, texts, signal, ...choices });
}

async function analyse(
  core: Executing,
  row: CodeScanRow,
  files: Prepared['files'],
  signal: AbortSignal,
): Promise<Analysed> {
  const findings = new Map<string, Finding>();
  const report = progressOf(core, row.id);
  const { organization_id: organizationId, repository_id: repositoryId } = row;
  const ofOrganization = await organizationFiles(core.db, { id: repositoryId, organizationId });
  const coverage = await inFolder(core.scratch, files, (root) =>
    core.runner.scanFolder({
      root,
      signal,
      again: false,
      threatModels: followedModels(undefined, ofOrganization),
      ofOrganization,
      on: (event) => {
        if (event.type === 'finding')
          findings.set(`${event.finding.file}\n${event.finding.fingerprint}`, event.finding);
        else if (event.type === 'progress') report(event);
      },
    }),
  );
  // What a change brings is told sink by sink.
  return { findings: [...findings.values()].flatMap(unfolded), coverage };
}

/** Keeps what the scan says of its progress, now and then: who asks for the status is told. */
function progressOf(core: Core, id: string): (event: ScanEvent & { type: 'progress' }) => void {
  let last = performance.now();
  return ({ phase, done, total }) => {
    const now = performance.now();
    if (now - last < progressPauseMs) return;
    last = now;
    const progress: ScanProgress = { phase, filesDone: done, filesTotal: total };
    core.db
      .updateTable('code_scans')
      .set({ progress: JSON.stringify(progress) })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .execute()
      // What is wrong with the store is told by the end of the scan, which is recorded there too.
      .catch(() => undefined);
  };
}

/** Records that an unfinished on-demand scan failed and why. */
export async function failCodeScan(core: Core, id: string, errorMessage: string): Promise<void> {
  await core.db
    .updateTable('code_scans')
    .set({
      status: 'FAILED',
      finished_at: instant(core),
      error_message: errorMessage,
      submission: null,
      progress: null,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** Without what the scanner settings of the repository switch off, or are not sure enough of. */
async function wantedOf(
  core: Core,
  row: CodeScanRow,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  if (row.repository_id === null || findings.length === 0) return findings;
  const repository = { id: row.repository_id, organization_id: row.organization_id };
  const settings = await scanSettings(core.db, repository);
  return findings.filter((finding) => looksFor(settings, finding) && !isHidden(settings, finding));
}

/** Without the findings that were dismissed in the repository whose triage applies. */
async function undismissed(
  core: Core,
  row: CodeScanRow,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  if (row.repository_id === null || findings.length === 0) return findings;
  const dismissed = await core.db
    .selectFrom('issues')
    .select(['file', 'fingerprint', 'other_sinks'])
    .where('repository_id', '=', row.repository_id)
    .where('status', 'in', suppressedStatuses)
    .execute();
  const known = new Set(
    dismissed.flatMap((issue) =>
      [issue, ...sinksOf(issue)].map(({ file, fingerprint }) => `${file}\n${fingerprint}`),
    ),
  );
  return findings.filter(({ file, fingerprint }) => !known.has(`${file}\n${fingerprint}`));
}

async function complete(
  core: Core,
  row: CodeScanRow,
  findings: readonly Finding[],
  coverage: Coverage,
): Promise<void> {
  const at = instant(core);
  const repository =
    row.repository_id === null
      ? undefined
      : await core.db
          .selectFrom('repositories')
          .select(['id', 'name'])
          .where('id', '=', row.repository_id)
          .executeTakeFirst();
  const causes = foldCauses(findings);
  const sinks = causes.flatMap((finding) => (finding.others ? unfolded(finding) : []));
  const known =
    row.repository_id === null ? [] : await knownSinks(core.db, row.repository_id, undefined, sinks);
  const worstFirst = [...asKnown(causes, known)].sort((left, right) => right.score - left.score);
  const issues = worstFirst.map((finding) => toCodeScanIssue(row, repository, finding, at));
  await core.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('code_scans')
      .set({
        status: 'COMPLETED',
        finished_at: at,
        submission: null,
        progress: null,
        coverage: JSON.stringify(coverage),
      })
      .where('id', '=', row.id)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    for (let start = 0; start < issues.length; start += 200) {
      await transaction
        .insertInto('code_scan_issues')
        .values(
          issues.slice(start, start + 200).map((issue, index) => ({
            code_scan_id: row.id,
            position: start + index,
            severity: issue.severity,
            issue: JSON.stringify(issue),
          })),
        )
        .execute();
    }
  });
}

function toCodeScanIssue(
  row: CodeScanRow,
  repository: { id: string; name: string } | undefined,
  finding: Finding,
  at: string,
): CodeScanIssue {
  const codeFlows = allFlows(finding).map((flow) => ({ steps: flow.steps.map((step) => ({ ...step })) }));
  const flow = flowSummary(codeFlows, finding.source?.threatModel, finding.others?.length);
  return {
    id: newId(),
    organizationId: row.organization_id,
    repositoryId: repository?.id ?? null,
    repositoryName: repository?.name ?? null,
    scanId: row.id,
    firstSeenScanId: row.id,
    scanKind: 'ON_DEMAND',
    scanTargetBranch: null,
    commitSha: null,
    ...(finding.blobId === undefined ? {} : { blobId: finding.blobId }),
    title: finding.title,
    description: messageOf(finding),
    vulnClass: finding.vulnClass,
    category: finding.category,
    cwes: [...finding.cwes],
    severity: severityOf(finding.score),
    score: finding.score,
    confidence: finding.confidence,
    status: 'PENDING_REVIEW',
    validation: 'NOT_RUN',
    file: finding.file,
    ...finding.range,
    snippet: finding.snippet,
    fingerprint: finding.fingerprint,
    language: finding.language,
    ruleId: finding.ruleId,
    ...(flow ? { flow } : {}),
    ...(finding.role && { codeRole: { role: finding.role.role, evidence: finding.role.by } }),
    createdAt: at,
    updatedAt: at,
    firstSeenAt: at,
    lastSeenAt: at,
    codeFlows,
    preconditions: [],
    attackSteps: [],
    ...knowledgeOf(finding.vulnClass),
    ...howToFix(finding.vulnClass, {
      ...finding.range,
      language: finding.language,
      snippet: finding.snippet,
    }),
  };
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  const ofStore = storeFailureText(error);
  if (ofStore !== undefined) return ofStore;
  if (signal.aborted) return interrupted;
  return error instanceof Error && error.message !== ''
    ? error.message
    : 'The scan failed for an unknown reason.';
}
