import type { PatchCheck, PatchEvidence } from '../../api/contract/patches.ts';
import { busyPatchStatuses, type PatchStatus } from '../../api/contract/vocabulary.ts';
import { addPatchReady } from '../agent/occurrences.ts';
import { enqueue } from '../jobs/queue.ts';
import { storeFailureText } from '../store/errors.ts';
import { type Core, instant, newId } from './context.ts';
import type { MadePatch, PatchOutcome, PatchStage } from './patch-outcome.ts';
import { type PatchContent, type PatchRow, patchRow, savePatch } from './patch-rows.ts';
import type { ScanRunner } from './scan-runner.ts';

type Executing = Core & { runner: ScanRunner };

/** A patch that was begun this often and never came to an end is given up. */
const maximumAttempts = 3;

/** Makes the patch of an issue from the queue, proves it, and records how it ended. */
export async function executePatch(core: Executing, issueId: string, signal: AbortSignal): Promise<void> {
  const row = await patchRow(core.db, issueId);
  if (!row || !busyPatchStatuses.includes(row.status)) return;
  const issue = await core.db
    .selectFrom('issues')
    .innerJoin('repositories', 'repositories.id', 'issues.repository_id')
    .select(['issues.file as file', 'issues.fingerprint as fingerprint', 'repositories.root as root'])
    .where('issues.id', '=', issueId)
    .executeTakeFirst();
  if (!issue) return;
  const stages = stagesOf(core, { ...row, attempts: row.attempts + 1 });
  if (issue.root === null)
    return stages.end(failed('This service has no copy of the code of this repository.'));
  try {
    const outcome = await core.runner.patch({
      root: issue.root,
      file: issue.file,
      fingerprint: issue.fingerprint,
      on: stages.on,
      signal,
    });
    await stages.end(endOf(outcome, row.forced === 1, instant(core)));
  } catch (error) {
    // Stopped with the service, it stays in the queue for the next start; cancelled, its row says so already.
    if (signal.aborted) return;
    await stages.end(failed(reasonOf(error)));
  }
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
    const which = stage.of === 1 ? '' : ` ${stage.checking} of ${stage.of}`;
    return { status: 'VALIDATING', stage: `Analysing the project with change${which}` };
  }
  switch (stage) {
    case 'waiting':
      return { status: 'GENERATING', stage: 'Waiting for the scan that runs' };
    case 'reading':
      return { status: 'GENERATING', stage: 'Reading the project as it is' };
    case 'searching':
      return { status: 'GENERATING', stage: 'Looking for a change' };
  }
}

const failed = (reason: string): Change => ({ status: 'FAILED', error_message: reason });

function endOf(outcome: PatchOutcome, forced: boolean, at: string): Change {
  switch (outcome.type) {
    case 'unpatchable':
      return { status: 'UNPATCHABLE', error_message: outcome.reason };
    case 'impossible':
      return failed(outcome.reason);
    case 'made': {
      const { patch, proven } = outcome;
      const evidence = JSON.stringify(evidenceOf(patch, at));
      const validation = proven ? 'PASSED' : 'FAILED';
      if (!proven && !forced)
        return { status: 'FAILED', validation, evidence, error_message: shortfall(patch) };
      const { title, explanation, strategy, files } = patch;
      const content: PatchContent = {
        title,
        explanation,
        strategy,
        files: files.map((file) => ({ ...file, edits: [...file.edits] })),
      };
      return {
        status: 'READY',
        validation,
        evidence,
        content: JSON.stringify(content),
        error_message: proven ? null : shortfall(patch),
      };
    }
  }
}

function evidenceOf({ evidence }: MadePatch, at: string): PatchEvidence {
  const { applies, parses, findingGone, nothingNew, newFindings, alsoGone } = evidence;
  const tried = applies && parses;
  const check = (
    name: PatchCheck['name'],
    run: boolean,
    passed: boolean,
    yes: string,
    no: string,
  ): PatchCheck => ({
    name,
    status: run ? (passed ? 'PASSED' : 'FAILED') : 'NOT_RUN',
    detail: run ? (passed ? yes : no) : 'Not looked at.',
  });
  return {
    checks: [
      check(
        'applies',
        true,
        applies,
        'The diff applies to the file as it is.',
        'The diff does not apply to the file.',
      ),
      check('parses', true, parses, 'The file parses as before.', 'The file would not parse.'),
      check('findingGone', tried, findingGone, 'The issue is gone.', 'The issue is still found.'),
      check('nothingNew', tried && findingGone, nothingNew, 'Nothing new is found.', 'New issues are found.'),
    ],
    newFindings: newFindings.map(({ title, vulnClass, file, range }) => ({
      title,
      vulnClass,
      file,
      startLine: range.startLine,
    })),
    alsoResolved: alsoGone,
    at,
  };
}

/** What the best change that was found does not achieve. */
function shortfall({ evidence }: MadePatch): string {
  const { applies, parses, findingGone, nothingNew, newFindings } = evidence;
  if (!applies) return 'The change that was found does not apply to the file.';
  if (!parses) return 'The change that was found would break the file’s syntax.';
  if (!findingGone) return 'The issue is still found with the change that was tried.';
  const [first] = newFindings;
  const which =
    nothingNew || !first ? '' : `: ${first.title} in line ${first.range.startLine} of ${first.file}`;
  return `The change that was tried brings another issue${which}.`;
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
