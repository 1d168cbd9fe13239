import * as l10n from '@vscode/l10n';
import { Client } from '../api/client.ts';
import type { Organization } from '../api/contract/organizations/organizations.ts';
import { Network, type NetworkSettings } from '../api/transport/network.ts';
import { organizationsOf, pickOrganization, tokenEnd } from './account.ts';
import type { CredentialStore, Credentials } from './credentials.ts';
import { replaceToken } from './explain.ts';
import { Failure, type FailureAction } from './failure.ts';
import type { Remembered } from './remembered.ts';
import type { RemoteAddress } from './service-address.ts';

/** The service elsewhere: when its token may be sent, which organization is meant, and what is known of its end. */

export const product = 'parapet-vscode';

export interface RemoteParts {
  readonly address: RemoteAddress;
  readonly credentials: CredentialStore;
  readonly remembered: Remembered;
  readonly network: NetworkSettings;
}

/** A client that names an organization where it has to, and which one that is. */
export interface InOrganization {
  readonly client: Client;
  /** Undefined where the service leaves it to the token. */
  readonly organization: string | undefined;
}

/** What is open: a token, and a client for each of its organizations, all over the same connections. */
export interface RemoteConnection {
  /** Names no organization: for questions about the token. */
  readonly client: Client;
  readonly tokenId: string;
  /** All that the token sees, by name; empty where the service names none. */
  readonly organizations: readonly Organization[];
  /**
   * Where a workspace folder works.
   * @param folder its URI; undefined for what is about no folder
   * @throws Failure that asks for a choice
   */
  of(folder: string | undefined): InOrganization;
}

/** A token that has to be agreed to anew before it is sent. */
export interface Question {
  /** The address that the token was given for. */
  readonly given: string;
  /** Where it would be sent now. */
  readonly now: string;
  readonly what: 'address' | 'headerPrefix';
}

/**
 * Whether the token that is kept may be sent to the address of the settings: only where and under the header names
 * that the user agreed to.
 * @throws SecretStorageError
 */
export async function questionOf({
  address,
  credentials,
  remembered,
}: RemoteParts): Promise<Question | undefined> {
  const token = await credentials.read(address.url);
  if (token) {
    const agreed = token.headerPrefix === undefined || token.headerPrefix === address.headerPrefix;
    if (agreed) return undefined;
    return { given: token.headerPrefix ?? '', now: address.headerPrefix, what: 'headerPrefix' };
  }
  const former = remembered.signIn?.url;
  if (former === undefined || former === address.url) return undefined;
  if (!(await credentials.read(former))) return undefined;
  return { given: former, now: address.url, what: 'address' };
}

/** The user agreed: the token is kept for the new address and header names. @returns whether there was one */
export async function agree(parts: RemoteParts): Promise<boolean> {
  const { address, credentials, remembered } = parts;
  const former = remembered.signIn;
  const token =
    (await credentials.read(address.url)) ?? (former ? await credentials.read(former.url) : undefined);
  if (!token) return false;
  await credentials.write(address.url, { ...token, headerPrefix: address.headerPrefix });
  await remembered.setSignIn({
    id: crypto.randomUUID(),
    url: address.url,
    ...(former?.expiresAt === undefined ? {} : { expiresAt: former.expiresAt }),
  });
  return true;
}

/**
 * Opens the service elsewhere with the kept token.
 * @throws Failure that asks for what is missing; ApiError
 */
export async function openRemote(parts: RemoteParts, signal: AbortSignal): Promise<RemoteConnection> {
  const { address, credentials, remembered } = parts;
  const question = await questionOf(parts);
  if (question) throw mustAgree(question);
  const token = await credentials.read(address.url);
  if (!token) throw withoutToken(address.url);
  const network = new Network(parts.network);
  const client = remoteClient(address, token, network);
  const organizations = await organizationsOf(client, signal);
  const clients = new Map<string | undefined, Client>();
  const clientIn = (id: string | undefined): Client => {
    if (organizations.length < 2) return client;
    const present = clients.get(id) ?? remoteClient(address, token, network, id);
    clients.set(id, present);
    return present;
  };
  return {
    client,
    tokenId: token.tokenId,
    organizations,
    of: (folder) => {
      const pick = pickOrganization(organizations, remembered.organizationOf(folder));
      if (pick.kind !== 'use') throw mustPick(pick.kind === 'gone' ? pick.name : undefined, folder);
      const { organization } = pick;
      return { client: clientIn(organization?.id), organization: organization?.name };
    },
  };
}

export function remoteClient(
  { url, headerPrefix }: RemoteAddress,
  credentials: Credentials,
  network: Network,
  organizationId?: string,
): Client {
  return new Client({ baseUrl: url, headerPrefix, credentials, network, product, organizationId });
}

/** The organizations to choose from. @throws Failure, ApiError */
export async function organizationsToChoose(
  parts: RemoteParts,
  signal: AbortSignal,
): Promise<readonly Organization[]> {
  const question = await questionOf(parts);
  if (question) throw mustAgree(question);
  const token = await parts.credentials.read(parts.address.url);
  if (!token) throw withoutToken(parts.address.url);
  await using network = new Network(parts.network);
  return await organizationsOf(remoteClient(parts.address, token, network), signal);
}

/** What a service says to a token that is not kept yet. */
export interface Trial {
  readonly organizations: readonly Organization[];
  /** ISO 8601; undefined where the service does not say. */
  readonly expiresAt: string | undefined;
}

/** Tries address and token with a real request. @throws ApiError that says exactly what is wrong */
export async function tryService(
  address: RemoteAddress,
  credentials: Credentials,
  settings: NetworkSettings,
  signal: AbortSignal,
): Promise<Trial> {
  await using network = new Network(settings);
  const client = remoteClient(address, credentials, network);
  const organizations = await organizationsOf(client, signal);
  const ids = organizations.map(({ id }) => id);
  return { organizations, expiresAt: await tokenEnd(client, credentials.tokenId, ids, signal) };
}

/** Looks up when the token ends, and remembers it. @returns it as ISO 8601; undefined where the service does not say */
export async function lookUpEnd(
  { client, tokenId, organizations }: RemoteConnection,
  remembered: Remembered,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ids = organizations.map(({ id }) => id);
  const expiresAt = await tokenEnd(client, tokenId, ids, signal);
  const { signIn } = remembered;
  if (signIn && expiresAt !== undefined) await remembered.setSignIn({ ...signIn, expiresAt });
  return expiresAt;
}

/** What changed since the user agreed, as a sentence. */
export function questionText({ what, given, now }: Question): string {
  return what === 'address'
    ? l10n.t('The address of the service changed from {0} to {1}. The token was not sent there.', given, now)
    : l10n.t('The header prefix changed from {0} to {1}. The token was not sent under it.', given, now);
}

export function mustAgree(question: Question): Failure {
  return new Failure({
    what: questionText(question),
    advice: l10n.t('Use the same token only if you made this change and trust the service.'),
    actions: [{ title: l10n.t('Use the Same Token…'), command: 'parapet.agreeToService' }, replaceToken()],
  });
}

/** @param folder the one that could not be worked in, which is asked about then */
function mustPick(gone: string | undefined, folder: string | undefined): Failure {
  return new Failure({
    what:
      gone === undefined
        ? l10n.t('The token works in several organizations, and none is chosen for this workspace.')
        : l10n.t('The token no longer works in the organization {0}, which this workspace uses.', gone),
    actions: [chooseOrganization(folder)],
  });
}

/** @param folder URI of the folder to choose for; asked for where there is a choice */
export function chooseOrganization(folder: string | undefined): FailureAction {
  const args = folder === undefined ? {} : { args: [folder] };
  return { title: l10n.t('Choose the Organization…'), command: 'parapet.chooseOrganization', ...args };
}

function withoutToken(url: string): Failure {
  return new Failure({
    what: l10n.t('There is no token for {0} in the secret storage.', url),
    advice: l10n.t('Enter one, or use the service on this machine.'),
    actions: [replaceToken(), { title: l10n.t('Use This Machine'), command: 'parapet.useLocalService' }],
  });
}
