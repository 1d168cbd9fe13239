import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { SubmittedFile } from '../../api/contract/scans/code-scans.ts';
import { unifiedDiff } from '../../engine/fixes/unified-diff.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import type { Caller, Core } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import type { ScanWork } from '../jobs/scan-work.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import { submitCodeScan } from './code-scans.ts';

type Operation = typeof contract.codeScans.submitChanges;

/** What was changed in a local repository, as a submission: what was there before the change is not reported. */
export async function submitChanges(
  core: Core & { runner: ScanRunner; work: ScanWork },
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const repository = await repositoryOf(core, caller, request, 'REPOSITORY_SCAN');
  if (repository.root === null)
    throw impossible(
      'repositoryId',
      'The service fetches this repository, so it does not see what is changed on your machine. Submit the diff with its files.',
    );
  const changes = await core.runner.changes(repository.root, request.since);
  if ('fault' in changes) throw impossible('repositoryId', changes.fault);
  const files: SubmittedFile[] = [];
  const before: SubmittedFile[] = [];
  const diffs: string[] = [];
  for (const { path, before: old, after: present } of changes.files) {
    // A file that was made or emptied of nothing has no line to look at.
    if ((old ?? '') === (present ?? '')) continue;
    if (present !== undefined) files.push({ path, content: present });
    if (old !== undefined) before.push({ path, content: old });
    diffs.push(unifiedDiff(path, old ?? '', present ?? ''));
  }
  if (files.length === 0) throw impossible('since', nothing(request.since, changes.leftOut.length));
  const { codeScan } = await submitCodeScan(core, caller, {
    organizationId: repository.organization_id,
    repositoryId: repository.id,
    name: request.since === 'branch' ? 'Changes of the branch' : 'Changes since the last commit',
    submission: { type: 'diff', diff: diffs.join('\n'), files, before },
  });
  const old = new Set(before.map(({ path }) => path));
  return {
    codeScan,
    ...(changes.base !== undefined && { base: changes.base }),
    files: files.map(({ path }) => ({ path, change: old.has(path) ? 'modified' : 'added' })),
    leftOut: [...changes.leftOut],
  };
}

function nothing(since: 'commit' | 'branch', leftOut: number): string {
  const what = since === 'branch' ? 'since this branch left the main one' : 'since the last commit';
  const besides = leftOut > 0 ? `, but for ${leftOut} files that cannot be read` : '';
  return `No file was changed ${what}${besides}.`;
}
