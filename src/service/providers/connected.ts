import type * as z from 'zod';
import { InstallationCredential } from '../../api/contract/repositories/installations.ts';
import { trimEndOf } from '../../api/text-runs.ts';
import type { Outbound } from '../core/outbound.ts';
import { SealBroken, type Sealer } from '../core/sealed.ts';
import type { Queries } from '../store/dialect.ts';
import type { InstallationTable } from '../store/tables/provider-tables.ts';
import { ProviderFailure } from './failure.ts';
import { openProvider } from './open-provider.ts';
import type { Credential, Provider } from './provider.ts';

export type InstallationRow = Omit<InstallationTable, 'seq'>;

/** What a sealed credential is for: it opens for no other installation. */
export const credentialOf = (installationId: string): string =>
  `credential of installation ${installationId}`;
export const webhookSecretOf = (installationId: string): string =>
  `webhooks of installation ${installationId}`;

/** Providers that are kept with what they know, such as an app's token of this hour. */
const mostKept = 100;

/** The code hosts that organizations have connected, ready to be asked. */
export class ConnectedProviders {
  readonly #db: Queries;
  readonly #outbound: Pick<Outbound, 'send'>;
  readonly #sealer: Sealer;
  readonly #kept = new Map<string, { readonly of: string; readonly provider: Provider }>();

  constructor(core: {
    readonly db: Queries;
    readonly outbound: Pick<Outbound, 'send'>;
    readonly sealer: Sealer;
  }) {
    this.#db = core.db;
    this.#outbound = core.outbound;
    this.#sealer = core.sealer;
  }

  /** @throws ProviderFailure where it was disconnected, or its credential cannot be opened */
  async of(installationId: string): Promise<{ installation: InstallationRow; provider: Provider }> {
    const installation = await this.#db
      .selectFrom('installations')
      .selectAll()
      .where('id', '=', installationId)
      .executeTakeFirst();
    if (!installation) throw new ProviderFailure('missing', 'The installation was disconnected.');
    return { installation, provider: await this.open(installation) };
  }

  /** @throws ProviderFailure where its credential cannot be opened */
  async open(installation: InstallationRow): Promise<Provider> {
    const kept = this.#kept.get(installation.id);
    if (kept?.of === installation.credential) return kept.provider;
    const credential = await openCredential(
      this.#sealer,
      installation.credential,
      credentialOf(installation.id),
    );
    const provider = await this.tryWith(installation, Stored.parse(JSON.parse(credential)));
    const [oldest] = this.#kept.size >= mostKept ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(installation.id, { of: installation.credential, provider });
    return provider;
  }

  /** A provider with credentials that are not kept (yet). */
  tryWith(
    { type, base_url: baseUrl }: Pick<InstallationRow, 'type' | 'base_url'>,
    credential: Credential,
  ): Promise<Provider> {
    return openProvider(this.#outbound, { type, baseUrl, credential });
  }

  /**
   * The value of `Authorization` that git sends for an address; undefined where the repository came without an installation.
   * @throws ProviderFailure
   */
  async gitAuthorization(
    { installation_id, url }: { readonly installation_id: string | null; readonly url: string },
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    if (installation_id === null) return undefined;
    const { installation, provider } = await this.of(installation_id);
    // Credentials go to their own host only, whatever became of the repository's address.
    return pathBelow(installation.base_url, url) === undefined
      ? undefined
      : await provider.gitAuthorization(signal);
  }

  /** Notes for administrators what the host refuses, and that it does so no more. Other faults say nothing of either. */
  async note(installationId: string, failure: ProviderFailure | undefined): Promise<void> {
    if (failure && failure.fault !== 'credentials' && failure.fault !== 'forbidden') return;
    const change = this.#db.updateTable('installations').where('id', '=', installationId);
    if (failure) await change.set({ error_message: failure.message }).execute();
    else await change.set({ error_message: null }).where('error_message', 'is not', null).execute();
  }
}

/** @throws ProviderFailure that says what to do where it was sealed with another key */
export async function openCredential(sealer: Sealer, sealed: string, purpose: string): Promise<string> {
  try {
    return await sealer.open(sealed, purpose);
  } catch (cause) {
    if (cause instanceof SealBroken) throw new ProviderFailure('credentials', cause.message, { cause });
    throw cause;
  }
}

const Stored: z.ZodType<Credential> = InstallationCredential;

/** What of a repository's address is below a base address, without `.git`; undefined for one that is elsewhere. */
export function pathBelow(baseUrl: string, url: string): string | undefined {
  const base = URL.parse(baseUrl);
  const address = URL.parse(url);
  if (!base || !address || base.origin !== address.origin) return undefined;
  const root = `${trimEndOf(base.pathname, '/')}/`;
  if (!address.pathname.toLowerCase().startsWith(root.toLowerCase())) return undefined;
  const rest = trimEndOf(address.pathname.slice(root.length), '/').replace(/\.git$/i, '');
  try {
    return rest === '' ? undefined : decodeURI(rest);
  } catch {
    return undefined;
  }
}
