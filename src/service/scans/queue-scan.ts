import type { ReleaseTrack } from '../../api/contract/vocabulary.ts';
import type { ScanChoices } from '../analysis/scan-choices.ts';
import { newId } from '../core/context.ts';
import { addCauses } from '../core/event-outbox.ts';
import { enqueue } from '../jobs/queue.ts';
import { scanSettingsColumn } from '../settings/scan-settings.ts';
import type { Queries } from '../store/dialect.ts';
import type { RepositoryTable } from '../store/tables/organization-tables.ts';
import type { ScanTable } from '../store/tables/scan-tables.ts';
import { licensePolicyColumn, onlineSourcesColumn, threatModelsColumn } from './scan-choices.ts';
import { addScanEvent } from './scan-events.ts';
import { type ScanRow, scanRows } from './scan-rows.ts';

/** A scan that is to be queued. */
export interface NewScan extends Pick<ScanTable, 'kind' | 'branch' | 'commit_sha'> {
  readonly repository: Pick<RepositoryTable, 'id' | 'organization_id'>;
  readonly releaseTrack: ReleaseTrack;
  readonly choices: ScanChoices;
  /** The pull request that it is of, and the head that is asked for. */
  readonly pullRequest?: { readonly pull_request_id: string; readonly head_sha: string | null };
  /** The job of the agent that asks for it. */
  readonly agentJobId?: string | undefined;
}

/** Records a scan and its job. @throws the store's error, a conflict where one of the same is unfinished */
export async function queueScan(transaction: Queries, scan: NewScan, at: string): Promise<ScanRow> {
  const id = newId();
  const { choices, repository } = scan;
  await transaction
    .insertInto('scans')
    .values({
      id,
      organization_id: repository.organization_id,
      repository_id: repository.id,
      kind: scan.kind,
      status: 'QUEUED',
      branch: scan.branch,
      commit_sha: scan.commit_sha,
      ...scan.pullRequest,
      release_track: scan.releaseTrack,
      depth: choices.depth ?? null,
      threat_models: threatModelsColumn(choices.threatModels),
      hints: choices.hints === true ? 1 : 0,
      online_sources: onlineSourcesColumn(choices.onlineSources),
      license_policy: licensePolicyColumn(choices.licenses),
      settings: await scanSettingsColumn(transaction, repository),
      error_message: null,
      progress: null,
      coverage: null,
      created_at: at,
      started_at: null,
      finished_at: null,
    })
    .execute();
  const kind = scan.kind === 'PR' ? 'pull-request-scan' : 'scan';
  await enqueue(transaction, { id: newId(), kind, subjectId: id, at });
  await addCauses(transaction, { agentJobId: scan.agentJobId }, [id], at);
  await addScanEvent(transaction, id, 'scan.status', { scanId: id, status: 'QUEUED' });
  return await scanRows(transaction).where('scans.id', '=', id).executeTakeFirstOrThrow();
}
