import { busyPatchStatuses, type PatchStatus } from '../../api/contract/vocabulary.ts';
import type { PatchOutcome, PatchRequest, PatchStage } from '../analysis/patch-outcome.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { type Core, instant, newId } from '../core/context.ts';
import { addPatchReady } from '../core/event-outbox.ts';
import { enqueue } from '../jobs/queue.ts';
import { type CodeAccess, openIssueCode } from '../repositories/repository-code.ts';
import { folderChoices } from '../scans/scan-choices.ts';
import { storeFailureText } from '../store/errors.ts';
import type { Authored, PatchAuthor } from './patch-author.ts';
import { evidenceOf, shortfall } from './patch-evidence.ts';
import {
  namedSecrets,
  type PatchContent,
  type PatchRow,
  patchRow,
  savePatch,
  upgradeOf,
} from './patch-rows.ts';

type Executing = Core & CodeAccess & { readonly runner: ScanRunner; readonly author?: PatchAuthor };

/** A patch that was begun this often and never came to an end is given up. */
const maximumAttempts = 3;

/** Makes the patch of an issue from the queue, proves it, and records how it ended. */
export async function executePatch(core: Executing, issueId: string, signal: AbortSignal): Promise<void> {
  const row = await patchRow(core.db, issueId);
  if (!row || !busyPatchStatuses.includes(row.status)) return;
  const issue = await core.db
    .selectFrom('issues')
    .select([
      'issues.organization_id as organizationId',
      'issues.repository_id as repositoryId',
      'issues.file as file',
      'issues.fingerprint as fingerprint',
      'issues.branch as branch',
    ])
    .where('issues.id', '=', issueId)
    .executeTakeFirst();
  if (!issue) return;
  const stages = stagesOf(core, { ...row, attempts: row.attempts + 1 });
  try {
    using code = await openIssueCode(core, issue, signal);
    const secrets = await namedSecrets(core.db, issue.repositoryId);
    const choices = await folderChoices(core.db, issue.repositoryId);
    const upgrade = upgradeOf(row);
    const request: PatchRequest = {
      ...issue,
      root: code.root,
      secrets,
      on: stages.on,
      signal,
      ...choices,
      upgrade,
    };
    const byRules = await core.runner.ask({ kind: 'patch', ...request });
    const authored = await authoredFor(core, issue, request, byRules);
    await stages.end(endOf(byRules, authored, row.forced === 1, instant(core)));
  } catch (error) {
    // Stopped with the service, it stays in the queue for the next start; cancelled, its row says so already.
    if (signal.aborted) return;
    await stages.end(failed(reasonOf(error)));
  }
}

/** Where rules have no proven patch, somebody else is asked for one; undefined where nobody is. */
async function authoredFor(
  { author, runner }: Executing,
  { organizationId, repositoryId }: { readonly organizationId: string; readonly repositoryId: string },
  request: PatchRequest,
  byRules: PatchOutcome,
): Promise<Authored | undefined> {
  const { root, on, signal } = request;
  if (!author || byRules.type === 'impossible' || (byRules.type === 'made' && byRules.proven))
    return undefined;
  const { finding } = byRules;
  if (!finding) return undefined;
  const obstacle = byRules.type === 'made' ? shortfall(byRules.patch) : byRules.reason;
  return await author(
    { organizationId, repositoryId, root, finding, obstacle },
    { on, signal, tryChange: (change) => runner.ask({ kind: 'change', ...request, change }) },
  );
}

type Change = Partial<PatchRow> & { readonly status: PatchStatus };

/** Writes stages one after the other, and nothing once the patch was cancelled or begun anew. */
function stagesOf(
  core: Core,
  begun: PatchRow,
): { on: (stage: PatchStage) => void; end: (change: Change) => Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const write = (change: Change): Promise<void> => {
    last = last
      .catch(() => undefined)
      .then(() =>
        core.db.transaction().execute(async (transaction) => {
          const now = await patchRow(transaction, begun.issue_id);
          if (now?.id !== begun.id || !busyPatchStatuses.includes(now.status)) return;
          const at = instant(core);
          await savePatch(transaction, { ...now, attempts: begun.attempts, ...change, updated_at: at });
          if (change.status === 'READY') await addPatchReady(core, transaction, now, at);
        }),
      );
    // The next write, or the end, tells what went wrong.
    last.catch(() => undefined);
    return last;
  };
  return {
    on: (stage) => void write(stageText(stage)),
    end: (change) => write({ stage: null, before: null, ...change }),
  };
}

function stageText(stage: PatchStage): Change {
  if (typeof stage === 'object') {
    if ('asking' in stage) {
      const which = stage.asking === 1 ? '' : `, try ${stage.asking} of ${stage.of}`;
      return { status: 'GENERATING', stage: `Asking the language model${which}` };
    }
    if ('running' in stage) return { status: 'GENERATING', stage: `Running ${stage.running} on a copy` };
    const which = stage.of === 1 ? '' : ` ${stage.checking} of ${stage.of}`;
    return { status: 'VALIDATING', stage: `Analysing the project with change${which}` };
  }
  switch (stage) {
    case 'waiting':
      return { status: 'GENERATING', stage: 'Waiting for the analysis that runs' };
    case 'reading':
      return { status: 'GENERATING', stage: 'Reading the project as it is' };
    case 'searching':
      return { status: 'GENERATING', stage: 'Looking for a change' };
  }
}

const failed = (reason: string): Change => ({ status: 'FAILED', error_message: reason });

/** @param authored what a language model made of it, where rules came to no proven patch */
function endOf(byRules: PatchOutcome, authored: Authored | undefined, forced: boolean, at: string): Change {
  if (!authored) return endOfRules(byRules, forced, at);
  const { outcome, trace } = authored;
  const traced = { trace: JSON.stringify(trace) };
  switch (outcome.type) {
    case 'impossible':
      return { ...failed(outcome.reason), ...traced };
    case 'made':
      // Of two that are not proven, that of the rules is known better.
      return {
        ...(outcome.proven || byRules.type !== 'made'
          ? endOfMade(outcome, true, forced, at)
          : endOfRules(byRules, forced, at)),
        ...traced,
      };
    case 'declined':
    case 'failed': {
      const asked =
        outcome.type === 'declined'
          ? `The language model (${trace.model}) sees no change that would be right: ${outcome.reason}`
          : `The language model (${trace.model}) was asked, too: ${outcome.reason}`;
      const end = endOfRules(byRules, forced, at);
      const status = end.status === 'UNPATCHABLE' && outcome.type === 'failed' ? 'FAILED' : end.status;
      return { ...end, ...traced, status, error_message: `${end.error_message ?? ''} ${asked}`.trim() };
    }
  }
}

function endOfRules(outcome: PatchOutcome, forced: boolean, at: string): Change {
  switch (outcome.type) {
    case 'unpatchable':
      return { status: 'UNPATCHABLE', error_message: outcome.reason };
    case 'impossible':
      return failed(outcome.reason);
    case 'made':
      return endOfMade(outcome, false, forced, at);
  }
}

function endOfMade(
  { patch, proven }: Extract<PatchOutcome, { type: 'made' }>,
  byModel: boolean,
  forced: boolean,
  at: string,
): Change {
  const evidence = JSON.stringify(evidenceOf(patch, byModel, at));
  const validation = proven ? 'PASSED' : 'FAILED';
  if (!proven && !forced) return { status: 'FAILED', validation, evidence, error_message: shortfall(patch) };
  const { title, explanation, strategy, files, needs, secrets, resolves } = patch;
  const content: PatchContent = {
    title,
    explanation,
    strategy,
    madeBy: byModel ? 'model' : 'rules',
    files: files.map((file) => ({ ...file, edits: [...file.edits] })),
    ...(needs && { needs: [...needs] }),
    ...(secrets && { secrets: [...secrets] }),
    ...(resolves && { resolves }),
  };
  return {
    status: 'READY',
    validation,
    evidence,
    content: JSON.stringify(content),
    error_message: proven ? null : shortfall(patch),
  };
}

function reasonOf(error: unknown): string {
  const ofStore = storeFailureText(error);
  if (ofStore !== undefined) return ofStore;
  return error instanceof Error && error.message !== ''
    ? error.message
    : 'The patch failed for an unknown reason.';
}

/** Records that a patch that was being made was interrupted and will not go on. */
export async function failPatch(core: Core, issueId: string, reason: string): Promise<void> {
  const row = await patchRow(core.db, issueId);
  if (!row || !busyPatchStatuses.includes(row.status)) return;
  await savePatch(core.db, { ...row, ...failed(reason), stage: null, updated_at: instant(core) });
}

/**
 * Puts patches that a stopped or killed service left unfinished into the queue again. To be called before the queue is
 * worked on.
 */
export async function resumePatches(core: Core): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('jobs').where('kind', '=', 'patch').execute();
    const rows = await transaction
      .selectFrom('patches')
      .selectAll()
      .where('status', 'in', busyPatchStatuses)
      .orderBy('created_at')
      .execute();
    for (const row of rows) {
      const at = instant(core);
      if (row.attempts >= maximumAttempts) {
        const reason = `The service ended ${row.attempts} times while this patch was made; it is not tried again by itself.`;
        await savePatch(transaction, { ...row, ...failed(reason), stage: null, updated_at: at });
        continue;
      }
      await savePatch(transaction, {
        ...row,
        status: 'QUEUED',
        stage: 'Waiting for its turn',
        updated_at: at,
      });
      await enqueue(transaction, { id: newId(), kind: 'patch', subjectId: row.issue_id, at: row.created_at });
    }
  });
}
