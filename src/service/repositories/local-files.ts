import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { maximumLocalFiles } from '../../api/contract/scans/code-scans.ts';
import { trimEndOf } from '../../api/text-runs.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import type { Caller, Core } from '../core/context.ts';
import { forbidden } from '../core/errors.ts';
import { localFolder } from './repositories.ts';

type Operation = typeof contract.codeScans.listLocalFiles;

/** What a full scan of a local folder would read, so that nothing else is submitted. */
export async function listLocalFiles(
  core: Core & { runner: ScanRunner },
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  if (!core.localRepositories) throw forbidden('This service does not list folders of its own machine.');
  await requireAdmin(core, caller, organizationId, 'list a folder of the machine that the service runs on');
  const { files, excluded } = await core.runner.listing(await localFolder(request.path));
  const below = trimEndOf(request.below, '/');
  const wanted = request.paths && new Set(request.paths);
  const found = files.filter(
    ({ path }) => (below === '' || path.startsWith(`${below}/`)) && (wanted?.has(path) ?? true),
  );
  return {
    files: found.slice(0, maximumLocalFiles).map(({ path, bytes }) => ({ path, bytes })),
    totalFiles: found.length,
    totalBytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    excluded: { ...excluded },
  };
}
