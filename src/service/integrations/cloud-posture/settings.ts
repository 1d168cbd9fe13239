import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import type { PostureProvider } from '../../../api/contract/integrations/cloud-posture.ts';
import { trimEndOf } from '../../../api/text-runs.ts';
import { organizationOf, requireAdmin } from '../../core/access.ts';
import { type Caller, type Core, instant, newId } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import { reachIn, seesAll } from '../../core/reach.ts';
import { dropJobs } from '../../jobs/queue.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import { cleanLine } from '../trackers/connected.ts';
import {
  accessOf,
  connectedIn,
  integrationOf,
  type PostureCore,
  type PostureRow,
  secretOf,
  toIntegration,
} from './connected.ts';
import { openPosture, type PostureAccess } from './posture.ts';
import { forgetReported, queue } from './synchronizing.ts';

type Operations = typeof contract.cloudPosture;
type Connection = ParsedRequestOf<Operations['updatePostureSettings']>;

const usualTokenUrl: Readonly<Record<PostureProvider, string>> = {
  wiz: 'https://auth.app.wiz.io/oauth/token',
};

/** For all members: whoever reads what is exposed sees how old it is. */
export async function getPostureSettings(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getPostureSettings']>,
): Promise<ResponseOf<Operations['getPostureSettings']>> {
  const reach = await reachIn(core, caller, request.organizationId);
  const row = await integrationOf(core.db, reach.organizationId);
  return { integration: row ? await toIntegration(core, row, seesAll(reach)) : null };
}

/** Connects the provider, or changes how; what another one reported before is forgotten. */
export async function updatePostureSettings(
  core: PostureCore,
  caller: Caller,
  request: Connection,
): Promise<ResponseOf<Operations['updatePostureSettings']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const before = await integrationOf(core.db, organizationId);
  const access = await accessWith(core, request, before);
  await tried(core, access);
  const at = instant(core);
  const id = before?.id ?? newId();
  const connection = {
    provider: access.provider,
    api_url: access.apiUrl,
    token_url: access.tokenUrl,
    client_id: access.credential.clientId,
    credential: await core.sealer.seal(access.credential.clientSecret, secretOf(id)),
    next_at: at,
    failures: 0,
    error_message: null,
    updated_at: at,
  };
  const isOther = before !== undefined && isOtherTenant(before, access);
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('posture_integrations')
      .values({
        ...connection,
        id,
        organization_id: organizationId,
        tried_at: null,
        synced_at: null,
        is_truncated: 0,
        created_at: at,
      })
      .onConflict((on) =>
        on.column('organization_id').doUpdateSet({
          ...connection,
          ...(isOther && { tried_at: null, synced_at: null, is_truncated: 0 }),
        }),
      )
      .execute();
    if (isOther) await forgetReported(transaction, id);
    await queue(core, transaction, id);
  });
  core.work.wake();
  return { integration: await toIntegration(core, await connectedIn(core.db, organizationId)) };
}

export async function testPostureConnection(
  core: PostureCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['testPostureConnection']>,
): Promise<ResponseOf<Operations['testPostureConnection']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const access = await accessWith(core, request, await integrationOf(core.db, organizationId));
  const names = await tried(core, access);
  return { projectNames: names.map((name) => cleanLine(name, 300)) };
}

export async function synchronizePosture(
  core: PostureCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['synchronizePosture']>,
): Promise<ResponseOf<Operations['synchronizePosture']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const row = await connectedIn(core.db, organizationId);
  await core.db.transaction().execute((transaction) => queue(core, transaction, row.id));
  core.work.wake();
  return { integration: await toIntegration(core, row) };
}

export async function deletePosture(
  core: PostureCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['deletePosture']>,
): Promise<ResponseOf<Operations['deletePosture']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const { id } = await connectedIn(core.db, organizationId);
  await core.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('posture_integrations').where('id', '=', id).execute();
    await dropJobs(transaction, [id]);
  });
  core.work.abort(id);
  return { deleted: true };
}

export async function adminOf(core: Core, caller: Caller, requested: string | undefined): Promise<string> {
  const organizationId = await organizationOf(core, caller, requested);
  await requireAdmin(core, caller, organizationId, 'manage the cloud posture integration');
  return organizationId;
}

const isOtherTenant = (row: PostureRow, access: PostureAccess): boolean =>
  row.api_url !== access.apiUrl || row.client_id !== access.credential.clientId;

/**
 * What a request connects to, with what is stored where it names nothing else.
 * @throws Refusal 422
 */
async function accessWith(
  core: PostureCore,
  request: Connection,
  before: PostureRow | undefined,
): Promise<PostureAccess> {
  const { provider } = request;
  const apiUrl = request.apiUrl === undefined ? before?.api_url : addressOf('apiUrl', request.apiUrl);
  if (apiUrl === undefined)
    throw impossible('apiUrl', 'Give the address of the provider’s GraphQL interface.');
  const tokenUrl =
    request.tokenUrl === undefined
      ? (before?.token_url ?? usualTokenUrl[provider])
      : addressOf('tokenUrl', request.tokenUrl);
  if (request.credential) return { provider, apiUrl, tokenUrl, credential: request.credential };
  // A stored secret is never sent anywhere but where it was given for.
  if (!before || before.api_url !== apiUrl || before.token_url !== tokenUrl)
    throw impossible('credential', 'Give the client ID and the client secret of a service account.');
  return await accessOf(core, before).catch(refused);
}

/** @throws Refusal 422 */
function addressOf(field: string, given: string): string {
  const url = new URL(given);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw impossible(field, 'Give the address alone, without credentials, query and fragment.');
  return `${url.origin}${trimEndOf(url.pathname, '/')}`;
}

const longestTryMs = 60_000;

/** @throws Refusal 422 that says why the provider cannot be read */
async function tried(core: PostureCore, access: PostureAccess): Promise<readonly string[]> {
  const late = AbortSignal.timeout(longestTryMs);
  try {
    return await (await openPosture(core.outbound, access)).check(late);
  } catch (error) {
    if (late.aborted) throw impossible('apiUrl', 'The provider did not answer within a minute.');
    return refused(error);
  }
}

/** @throws Refusal 422 with what the provider's failure says; every other error */
function refused(error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  const isAddress = error.fault === 'unreachable' || error.fault === 'missing';
  throw impossible(isAddress ? 'apiUrl' : 'credential', error.message);
}
