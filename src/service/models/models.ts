import {
  type agreeToModel as AgreeToModel,
  type ConnectedModel,
  type connectModel as ConnectModel,
  type disconnectModel as DisconnectModel,
  type getModel as GetModel,
  usualModelAddress,
} from '../../api/contract/agent/models.ts';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import { isLoopback } from '../../api/loopback.ts';
import { checkOwnSocket } from '../../api/own-socket.ts';
import { requireAdmin } from '../core/access.ts';
import { agentOrganization } from '../core/agent-access.ts';
import { type Caller, type Core, instant } from '../core/context.ts';
import { conflict, impossible } from '../core/errors.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';
import type { ModelConnection } from './connection.ts';
import { ModelFailure } from './failure.ts';
import { isListening } from './listening.ts';
import { isElsewhere, usualContextTokens, withoutTail } from './model-facts.ts';
import { agreementKey, type KnownModel, type ModelRegistry } from './model-registry.ts';

/** The language model of an organization: connected, agreed to, disconnected. Its key stays in memory. */

export async function connectModel(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<typeof ConnectModel>,
): Promise<ResponseOf<typeof ConnectModel>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  await requireAdmin(core, caller, organizationId, 'connect a language model');
  const { provider, model: name, title = name, apiKey, forwards } = request;
  const url = new URL(request.baseUrl ?? usualModelAddress[provider]);
  const baseUrl = withoutTail(url);
  const connection: ModelConnection = {
    provider,
    name,
    baseUrl,
    socket: request.socket,
    apiKey,
    mayBePrivate: core.localRepositories,
  };
  const startedAt = performance.now();
  try {
    const { checkAddress } = await import('./addresses.ts');
    await checkAddress(url, connection.mayBePrivate);
    if (request.socket !== undefined) await checkBridge(core, url, request.socket);
    if (request.verify) {
      const { tryModel } = await import('./trial.ts');
      await tryModel(connection);
    }
  } catch (error) {
    if (error instanceof ModelFailure) throw impossible('model', error.message);
    throw error;
  }
  const model: ConnectedModel = {
    provider,
    name,
    title,
    baseUrl,
    isRemote: isElsewhere(url, forwards),
    contextTokens: request.contextTokens ?? usualContextTokens(provider),
    source: 'connected',
    connectedAt: instant(core),
  };
  const isBridge = forwards && isLoopback(url.hostname);
  core.models.connect(organizationId, { model, connection, isBridge });
  return { model, testMs: Math.round(performance.now() - startedAt) };
}

export async function getModel(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<typeof GetModel>,
): Promise<ResponseOf<typeof GetModel>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  await checkRepository(core, caller, organizationId, request.repositoryId);
  const model = core.models.of(organizationId)?.model ?? null;
  const agreed = model !== null && (await isAgreed(core, organizationId, request.repositoryId, model));
  return { model, agreed };
}

export async function agreeToModel(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<typeof AgreeToModel>,
): Promise<ResponseOf<typeof AgreeToModel>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  const { repositoryId, agreed } = request;
  await checkRepository(core, caller, organizationId, repositoryId);
  const model = core.models.of(organizationId)?.model;
  if (!model) throw conflict('No language model is connected.');
  const key = {
    organization_id: organizationId,
    repository_id: repositoryId ?? '',
    model: agreementKey(model),
  };
  if (agreed) {
    await core.db
      .insertInto('agent_model_agreements')
      .values({ ...key, agreed_by: caller.userId, agreed_at: instant(core) })
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
  } else {
    await core.db
      .deleteFrom('agent_model_agreements')
      .where('organization_id', '=', key.organization_id)
      .where('repository_id', '=', key.repository_id)
      .where('model', '=', key.model)
      .execute();
  }
  return { model, agreed: await isAgreed(core, organizationId, repositoryId, model) };
}

export async function disconnectModel(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<typeof DisconnectModel>,
): Promise<ResponseOf<typeof DisconnectModel>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  await requireAdmin(core, caller, organizationId, 'disconnect the language model');
  core.models.disconnect(organizationId);
  return { model: core.models.of(organizationId)?.model ?? null };
}

/** Whether code of the repository may be sent to the model. */
export async function isAgreed(
  { db }: { readonly db: Queries },
  organizationId: string,
  repositoryId: string | null,
  model: ConnectedModel,
): Promise<boolean> {
  if (!model.isRemote || model.source === 'environment') return true;
  const row = await db
    .selectFrom('agent_model_agreements')
    .select('agreed_at')
    .where('organization_id', '=', organizationId)
    .where('repository_id', '=', repositoryId ?? '')
    .where('model', '=', agreementKey(model))
    .executeTakeFirst();
  return row !== undefined;
}

/** The model that code of the repository may be sent to now; undefined where there is none. */
export async function mayAsk(
  core: { readonly db: Queries },
  models: ModelRegistry,
  organizationId: string,
  repositoryId: string,
): Promise<KnownModel | undefined> {
  const known = models.of(organizationId);
  if (!known || !(await isAgreed(core, organizationId, repositoryId, known.model))) return undefined;
  if (!known.isBridge || (await isListening(known.connection))) return known;
  models.disconnect(organizationId);
  return undefined;
}

/** @throws ModelFailure where no window of this service's user can have made the socket */
async function checkBridge(core: ServiceCore, url: URL, socket: string): Promise<void> {
  if (!core.ownSockets || !isLoopback(url.hostname))
    throw new ModelFailure('Only the service that an editor started reaches a model through a socket.');
  try {
    await checkOwnSocket(socket);
  } catch (cause) {
    throw new ModelFailure(
      'The socket of the language model is gone, or could be another user’s. Connect the model again.',
      { cause },
    );
  }
}

async function checkRepository(
  core: Core,
  caller: Caller,
  organizationId: string,
  repositoryId: string | null,
): Promise<void> {
  if (repositoryId !== null) await repositoryOf(core, caller, { organizationId, repositoryId });
}
