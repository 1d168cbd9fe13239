import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { HostedType, Installation } from '../../api/contract/repositories/installations.ts';
import { readRemote } from '../../api/remote-url.ts';
import { trimEndOf } from '../../api/text-runs.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { impossible, notFound } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import type { PublicAddress } from '../core/public-address.ts';
import type { Sealer } from '../core/sealed.ts';
import type { Queries } from '../store/dialect.ts';
import { type ConnectedProviders, credentialOf, type InstallationRow, webhookSecretOf } from './connected.ts';
import { ProviderFailure } from './failure.ts';
import type { Credential } from './provider.ts';

type Operations = typeof contract.installations;

export type Connecting = Core & {
  readonly providers: ConnectedProviders;
  readonly sealer: Sealer;
  readonly publicAddress: PublicAddress;
};

const usualAddress: Readonly<Record<HostedType, string | undefined>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  // It is everybody's own.
  bitbucketDataCenter: undefined,
  // Which organization is meant is a part of the address.
  azureDevops: undefined,
};

/** Connects a code host, once its credentials have been tried. */
export async function connectInstallation(
  core: Connecting,
  caller: Caller,
  request: ParsedRequestOf<Operations['connectInstallation']>,
): Promise<ResponseOf<Operations['connectInstallation']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const { type, credential } = request;
  checkKind(type, credential);
  const baseUrl = addressOf(type, request.baseUrl);
  const account = await accountOf(core, { type, base_url: baseUrl }, credential);
  const id = newId();
  const webhookSecret = freshSecret();
  const at = instant(core);
  const row: InstallationRow = {
    id,
    organization_id: organizationId,
    type,
    name: request.name ?? `${new URL(baseUrl).host} (${account})`,
    base_url: baseUrl,
    account,
    credential_kind: credential.kind,
    credential: await core.sealer.seal(JSON.stringify(credential), credentialOf(id)),
    webhook_secret: await core.sealer.seal(webhookSecret, webhookSecretOf(id)),
    error_message: null,
    last_delivery_at: null,
    created_at: at,
    updated_at: at,
  };
  await core.db
    .transaction()
    .execute((transaction) => transaction.insertInto('installations').values(row).execute());
  return { installation: toInstallation(core, row), webhookSecret };
}

export async function listInstallations(
  core: Connecting & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listInstallations']>,
): Promise<ResponseOf<Operations['listInstallations']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const scope = { operation: 'installations.list', filters: { organizationId } };
  let query = core.db
    .selectFrom('installations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('seq')
    .limit(request.limit + 1);
  if (request.cursor !== undefined) {
    const [seq] = core.cursors.read(scope, request.cursor, z.tuple([z.int()]));
    query = query.where('seq', '>', seq);
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), ({ seq }) => [seq]);
  return { installations: items.map((row) => toInstallation(core, row)), ...end };
}

export async function updateInstallation(
  core: Connecting,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateInstallation']>,
): Promise<ResponseOf<Operations['updateInstallation']>> {
  const row = await installationOf(core, caller, request);
  const { credential, name, renewWebhookSecret } = request;
  if (credential) checkKind(row.type, credential);
  const renewed = credential && {
    account: await accountOf(core, row, credential),
    credential_kind: credential.kind,
    credential: await core.sealer.seal(JSON.stringify(credential), credentialOf(row.id)),
    error_message: null,
  };
  const webhookSecret = renewWebhookSecret ? freshSecret() : undefined;
  const changed: Partial<InstallationRow> = {
    updated_at: instant(core),
    ...(name !== undefined && { name }),
    ...renewed,
    ...(webhookSecret !== undefined && {
      webhook_secret: await core.sealer.seal(webhookSecret, webhookSecretOf(row.id)),
    }),
  };
  await core.db
    .transaction()
    .execute((transaction) =>
      transaction.updateTable('installations').set(changed).where('id', '=', row.id).execute(),
    );
  return {
    installation: toInstallation(core, { ...row, ...changed }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
}

export async function deleteInstallation(
  core: Connecting,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteInstallation']>,
): Promise<ResponseOf<Operations['deleteInstallation']>> {
  const { id } = await installationOf(core, caller, request);
  await core.db
    .transaction()
    .execute((transaction) => transaction.deleteFrom('installations').where('id', '=', id).execute());
  return { deleted: true };
}

/** A page as the host gives it: their sizes are its own. */
export async function listHostedRepositories(
  core: Connecting & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listHostedRepositories']>,
): Promise<ResponseOf<Operations['listHostedRepositories']>> {
  const { installationId } = request;
  const scope = { operation: 'installations.listRepositories', filters: { installationId } };
  const from =
    request.cursor === undefined
      ? undefined
      : core.cursors.read(scope, request.cursor, z.tuple([z.string()]))[0];
  const row = await installationOf(core, caller, request);
  const page = await asked(core, row.id, async () => (await core.providers.open(row)).repositories(from));
  const added = await addedOf(
    core.db,
    row.organization_id,
    page.repositories.map(({ url }) => readRemote(url)?.identity ?? url),
  );
  return {
    repositories: page.repositories.map((repository) => {
      const repositoryId = added.get(readRemote(repository.url)?.identity ?? repository.url);
      return { ...repository, ...(repositoryId !== undefined && { repositoryId }) };
    }),
    ...(page.next !== undefined && { nextCursor: core.cursors.sign(scope, [page.next]) }),
  };
}

async function addedOf(
  db: Queries,
  organizationId: string,
  identities: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (identities.length === 0) return new Map();
  const rows = await db
    .selectFrom('repositories')
    .select(['id', 'identity'])
    .where('organization_id', '=', organizationId)
    .where('identity', 'in', identities)
    .execute();
  return new Map(rows.map(({ id, identity }) => [identity, id]));
}

async function adminOf(core: Core, caller: Caller, requested: string | undefined): Promise<string> {
  const organizationId = await organizationOf(core, caller, requested);
  await requireAdmin(core, caller, organizationId, 'manage connected code hosts');
  return organizationId;
}

async function installationOf(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly installationId: string },
): Promise<InstallationRow> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const row = await core.db
    .selectFrom('installations')
    .selectAll()
    .where('id', '=', request.installationId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row) throw notFound('installation');
  return row;
}

function checkKind(type: HostedType, credential: Credential): void {
  if (credential.kind === 'githubApp' && type !== 'github')
    throw impossible('credential.kind', 'Only GitHub has apps of this kind. Give an access token.');
}

/** @throws Refusal 422 */
function addressOf(type: HostedType, given: string | undefined): string {
  const text = given ?? usualAddress[type];
  if (text === undefined)
    throw impossible(
      'baseUrl',
      type === 'azureDevops'
        ? 'Give the address with the organization, such as https://dev.azure.com/acme.'
        : 'Give the address of your server, such as https://bitbucket.example.com.',
    );
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw impossible('baseUrl', 'Give the address alone, without credentials, query and fragment.');
  const baseUrl = `${url.origin}${trimEndOf(url.pathname, '/')}`;
  if (type === 'azureDevops' && trimEndOf(url.pathname, '/') === '')
    throw impossible(
      'baseUrl',
      'Give the address with the organization, such as https://dev.azure.com/acme.',
    );
  return baseUrl;
}

/** Tries credentials. @throws Refusal 422 that says why they do not work */
async function accountOf(
  core: Connecting,
  installation: Pick<InstallationRow, 'type' | 'base_url'>,
  credential: Credential,
): Promise<string> {
  try {
    return (await (await core.providers.tryWith(installation, credential)).account()).slice(0, 200);
  } catch (error) {
    if (error instanceof ProviderFailure)
      throw impossible(error.fault === 'unreachable' ? 'baseUrl' : 'credential', error.message);
    throw error;
  }
}

/** What a host refuses is for the person who asked. @throws Refusal 422 */
async function asked<T>(core: Connecting, installationId: string, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    await core.providers.note(installationId, undefined);
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await core.providers.note(installationId, error);
    throw impossible('installationId', error.message);
  }
}

const freshSecret = (): string => randomBytes(32).toString('base64url');

function toInstallation({ publicAddress }: Connecting, row: InstallationRow): Installation {
  const webhooks = `/webhooks/${row.id}`;
  return {
    id: row.id,
    organizationId: row.organization_id,
    type: row.type,
    name: row.name,
    baseUrl: row.base_url,
    account: row.account,
    credentialKind: row.credential_kind,
    webhookUrl: publicAddress.of(webhooks)?.href ?? webhooks,
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    ...(row.last_delivery_at === null ? {} : { lastDeliveryAt: row.last_delivery_at }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
