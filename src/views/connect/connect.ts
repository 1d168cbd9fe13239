import * as vscode from 'vscode';
import type { Organization } from '../../api/contract/organizations/organizations.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Credentials } from '../../connection/credentials.ts';
import { Failure } from '../../connection/failure.ts';
import type { Trial } from '../../connection/remote-service.ts';
import {
  addressFault,
  tokenIdFault,
  tokenSecretFault,
  usualHeaderPrefix,
  withoutTrailingSlash,
} from '../../connection/service-address.ts';
import { editorNetwork, remoteAddress, setRemoteAddress } from '../../connection/settings.ts';
import { chooseAmong } from './organization.ts';
import { ask, type Reply } from './steps.ts';

interface Entered extends Credentials {
  readonly url: string;
}

/** What was entered last, for another try; the secret is not among it. */
interface Draft {
  readonly url: string | undefined;
  readonly tokenId: string | undefined;
}

const steps = 3;

/** The way to a service elsewhere: asks, tries, and keeps only what works. */
export class ConnectFlow {
  readonly #connection: Connection;
  #draft: Draft = { url: undefined, tokenId: undefined };

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Asks for address, token ID and secret, tries them with a real request, and keeps them only when they work: the
   * address in the user's own settings, the token in the editor's secret storage.
   * @throws Failure that says what did not work
   */
  async connect(): Promise<void> {
    await this.#run(1);
  }

  /**
   * As `connect`, with an address filled in that somebody else chose: it is shown first, and nothing that was typed for
   * another one goes with it.
   */
  async connectTo(url: string): Promise<void> {
    this.#draft = { url, tokenId: undefined };
    try {
      await this.#run(1);
    } finally {
      // Where it came to nothing, the next question does not begin with it.
      this.#draft = { url: undefined, tokenId: undefined };
    }
  }

  /** Asks for another token for the same address. */
  async replaceToken(): Promise<void> {
    await this.#run(remoteAddress() ? 2 : 1);
  }

  async #run(first: number): Promise<void> {
    const present = remoteAddress();
    const kept = first === 2 ? present?.url : undefined;
    const url = kept ?? this.#draft.url ?? present?.url ?? this.#connection.remembered.signIn?.url;
    const entered = await this.#enter(first, { ...this.#draft, url });
    if (!entered) return;
    const headerPrefix = present?.headerPrefix ?? usualHeaderPrefix;
    const trial = await this.#try(entered, headerPrefix);
    const organization = await pick(trial.organizations);
    if (organization === 'cancelled') return;
    await this.#keep(entered, headerPrefix, trial, organization);
    this.#draft = { url: undefined, tokenId: undefined };
  }

  async #enter(first: number, draft: Draft): Promise<Entered | undefined> {
    let { url = '', tokenId } = draft;
    for (let step = first; ; ) {
      const reply = await this.#ask(step, url, tokenId);
      if (reply.kind === 'cancel') return undefined;
      if (reply.kind === 'back') {
        step -= 1;
        continue;
      }
      if (step === 1) url = withoutTrailingSlash(reply.text);
      else if (step === 2) tokenId = reply.text;
      else return this.#entered(url, tokenId ?? '', reply.text);
      this.#draft = { url, tokenId };
      step += 1;
    }
  }

  async #ask(step: number, url: string, tokenId: string | undefined): Promise<Reply> {
    const title = vscode.l10n.t('Connect to a service');
    const kept = step === 1 ? undefined : await this.#kept(url);
    switch (step) {
      case 1:
        return await ask({
          title,
          step,
          steps,
          prompt: vscode.l10n.t('The base URL of your team’s service'),
          placeholder: 'https://security.example.com',
          value: url,
          fault: addressFault,
        });
      case 2:
        return await ask({
          title,
          step,
          steps,
          prompt: vscode.l10n.t(
            'The ID of an API token, made in the service’s dashboard under Settings, API Tokens',
          ),
          placeholder: '00000000-0000-0000-0000-000000000000',
          value: tokenId ?? kept?.tokenId,
          fault: tokenIdFault,
        });
      default: {
        const mayKeep = kept !== undefined && kept.tokenId === tokenId;
        return await ask({
          title,
          step,
          steps,
          prompt: mayKeep
            ? vscode.l10n.t('The secret of the token; leave it empty to use the one that is kept')
            : vscode.l10n.t('The secret that was shown once when the token was made'),
          isSecret: true,
          fault: (text) => (mayKeep && text === '' ? undefined : tokenSecretFault(text)),
        });
      }
    }
  }

  async #entered(url: string, tokenId: string, secret: string): Promise<Entered> {
    const kept = secret === '' ? await this.#kept(url) : undefined;
    return { url, tokenId, tokenSecret: kept?.tokenSecret ?? secret };
  }

  /** The token that is kept for an address; none where the storage does not work. */
  async #kept(url: string): Promise<Credentials | undefined> {
    return await this.#connection.credentials.read(url).catch(() => undefined);
  }

  async #try({ url, ...credentials }: Entered, headerPrefix: string): Promise<Trial> {
    const { tryService } = await import('../../connection/remote-service.ts');
    const { toFailure } = await import('../../connection/open.ts');
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Connecting to {0}', url),
        cancellable: true,
      },
      async (_progress, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => stop.abort());
        try {
          return await tryService({ url, headerPrefix }, credentials, editorNetwork(), stop.signal);
        } catch (error) {
          throw stop.signal.aborted
            ? error
            : toFailure(error, { url, expiresAt: undefined, now: Date.now() });
        }
      },
    );
  }

  async #keep(
    { url, ...credentials }: Entered,
    headerPrefix: string,
    { expiresAt }: Trial,
    organization: Organization | undefined,
  ): Promise<void> {
    const { remembered, credentials: store } = this.#connection;
    const present = remoteAddress()?.url;
    const isKept = await store.write(url, { ...credentials, headerPrefix });
    await remembered.setSignIn({
      id: crypto.randomUUID(),
      url,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    await remembered.setOrganization(organization);
    await remembered.setExpiryChecked(Date.now());
    if (present === url) this.#connection.reset();
    else await this.#setAddress(url);
    void vscode.window.showInformationMessage(vscode.l10n.t('Connected to {0}.', url));
    if (expiresAt !== undefined) this.#connection.tellTokenEnd({ url, expiresAt });
    if (!isKept) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The secret storage of the editor does not work. The token is kept until this window closes.',
        ),
      );
    }
  }

  async #setAddress(url: string): Promise<void> {
    try {
      await setRemoteAddress(url);
    } catch (cause) {
      await this.#connection.credentials.forget(url).catch(() => undefined);
      throw new Failure(
        {
          what: vscode.l10n.t('The address could not be written to your settings, so nothing was kept.'),
          advice: vscode.l10n.t('Check that your settings file can be written and is valid.'),
        },
        { cause },
      );
    }
  }
}

/** The organization of this workspace, where there is a choice. */
async function pick(organizations: readonly Organization[]): Promise<Organization | undefined | 'cancelled'> {
  if (organizations.length < 2) return undefined;
  return (await chooseAmong(organizations, undefined)) ?? 'cancelled';
}
