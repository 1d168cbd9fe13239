import type { CloudPosture } from '../../../api/contract/integrations/cloud-posture.ts';
import type { Core } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { Outbound } from '../../core/outbound.ts';
import type { Sealer } from '../../core/sealed.ts';
import type { ScanWork } from '../../jobs/scan-work.ts';
import { openCredential } from '../../providers/connected.ts';
import type { Queries } from '../../store/dialect.ts';
import type { PostureIntegrationTable } from '../../store/tables/posture-tables.ts';
import type { PostureAccess } from './posture.ts';

export type PostureRow = PostureIntegrationTable;
export type PostureCore = Core & {
  readonly outbound: Pick<Outbound, 'send'>;
  readonly sealer: Sealer;
  readonly work: ScanWork;
};

/** What a sealed secret is for: it opens for no other integration. */
export const secretOf = (integrationId: string): string => `secret of cloud posture ${integrationId}`;

export async function integrationOf(db: Queries, organizationId: string): Promise<PostureRow | undefined> {
  return await db
    .selectFrom('posture_integrations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** @throws Refusal 404 where nothing is connected */
export async function connectedIn(db: Queries, organizationId: string): Promise<PostureRow> {
  const row = await integrationOf(db, organizationId);
  if (!row) throw notFound('cloud posture integration');
  return row;
}

/** How the provider is reached. @throws ProviderFailure where its credential cannot be opened */
export async function accessOf(
  { sealer }: Pick<PostureCore, 'sealer'>,
  row: PostureRow,
): Promise<PostureAccess> {
  const clientSecret = await openCredential(sealer, row.credential, secretOf(row.id));
  return {
    provider: row.provider,
    apiUrl: row.api_url,
    tokenUrl: row.token_url,
    credential: { clientId: row.client_id, clientSecret },
  };
}

/** How old what was read may be before it is called stale. */
const staleMs = 24 * 3_600_000;

export const isStale = ({ now }: Pick<Core, 'now'>, syncedAt: string | null): boolean =>
  syncedAt === null || now().getTime() - Date.parse(syncedAt) > staleMs;

/** @param withCounts for who sees everything that was read */
export async function toIntegration(core: Core, row: PostureRow, withCounts = true): Promise<CloudPosture> {
  const job = await core.db
    .selectFrom('jobs')
    .select('status')
    .where('subject_id', '=', row.id)
    .executeTakeFirst();
  return {
    organizationId: row.organization_id,
    provider: row.provider,
    apiUrl: row.api_url,
    tokenUrl: row.token_url,
    clientId: row.client_id,
    sync: {
      status: job ? 'RUNNING' : statusOf(row),
      ...(row.tried_at === null ? {} : { triedAt: row.tried_at }),
      ...(row.synced_at === null ? {} : { syncedAt: row.synced_at }),
      isStale: isStale(core, row.synced_at),
      nextAt: row.next_at,
      ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
      isTruncated: row.is_truncated === 1,
      ...(withCounts && {
        counts: {
          projects: await countOf(core.db, 'posture_projects', row.id),
          assets: await countOf(core.db, 'posture_assets', row.id),
          exposures: await countOf(core.db, 'posture_exposures', row.id),
        },
      }),
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function statusOf({ error_message, synced_at }: PostureRow): CloudPosture['sync']['status'] {
  if (error_message !== null) return 'FAILED';
  return synced_at === null ? 'PENDING' : 'SUCCEEDED';
}

async function countOf(
  db: Queries,
  table: 'posture_projects' | 'posture_assets' | 'posture_exposures',
  integrationId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('integration_id', '=', integrationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
