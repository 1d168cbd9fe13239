import type { ExtensionContext, LogOutputChannel } from 'vscode';
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import { abortable } from './abortable.ts';
import { CredentialStore } from './credentials.ts';
import type { EmbeddedService } from './embedded-service.ts';
import { isDue } from './expiry.ts';
import { Failure, isCancellation } from './failure.ts';
import { Remembered } from './remembered.ts';
import type { RemoteConnection, RemoteParts } from './remote-service.ts';
import type { RemoteAddress } from './service-address.ts';
import type { ServiceApi } from './service-api.ts';
import { affectsNetwork, affectsService, editorNetwork, remoteAddress, serviceChoice } from './settings.ts';

interface Open {
  readonly client: Client;
  readonly api: ServiceApi;
  readonly remote: RemoteConnection | undefined;
}

/** The token of a service elsewhere ends; ISO 8601. */
export interface TokenEnd {
  readonly url: string;
  readonly expiresAt: string;
}

/** Which service this window speaks with, and the way to it. Nothing happens before the first `use`. */
export class Connection {
  readonly credentials: CredentialStore;
  readonly remembered: Remembered;
  readonly #context: ExtensionContext;
  readonly #log: LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #tokenEnd = new vscode.EventEmitter<TokenEnd>();
  /** The service is another one now: what is shown came from the one before. */
  readonly onDidChangeService = this.#changed.event;
  /** Looked up once a day at most, while a service elsewhere is used. */
  readonly onDidLearnTokenEnd = this.#tokenEnd.event;
  #embedded: EmbeddedService | undefined;
  #opening: Promise<Open> | undefined;

  constructor(context: ExtensionContext, log: LogOutputChannel) {
    this.#context = context;
    this.#log = log;
    this.credentials = new CredentialStore(context.secrets);
    this.remembered = new Remembered(context.globalState, context.workspaceState);
    context.subscriptions.push(
      this.#changed,
      this.#tokenEnd,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (affectsService(event)) this.reset();
        else if (affectsNetwork(event) && this.remote) this.#opening = undefined;
      }),
      // A token that was replaced or removed, in this window or in another.
      context.secrets.onDidChange(({ key }) => {
        const { remote } = this;
        if (remote && this.credentials.isKeyOf(key, remote.url)) this.reset();
      }),
    );
  }

  /** The service elsewhere that the settings choose. */
  get remote(): RemoteAddress | undefined {
    return remoteAddress();
  }

  /** The name of the organization in use, where the token has several. */
  get organization(): string | undefined {
    return this.remembered.organization?.name;
  }

  /** Forgets the open connection, and says that the service is another one. */
  reset(): void {
    this.#opening = undefined;
    this.#changed.fire();
  }

  /** After sleep: what was open is not waited for; the next use connects anew. */
  reconnect(): void {
    this.#opening = undefined;
  }

  /**
   * Does something with the service, connecting first when needed. A service on this machine that is no longer
   * there is started again, and the work done once more.
   * @throws Failure with what to tell the user
   */
  async use<T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>): Promise<T> {
    return await this.#use(signal, ({ api }) => work(api));
  }

  /** As `use`, for questions about the connection itself. `remote` is there with a service elsewhere. */
  async useClient<T>(
    signal: AbortSignal,
    work: (client: Client, remote: RemoteConnection | undefined) => Promise<T>,
  ): Promise<T> {
    return await this.#use(signal, ({ client, remote }) => work(client, remote));
  }

  /**
   * Does something with a service that is there: nothing is started or asked of the user for it.
   * @returns undefined where no service was used yet, or it does not answer
   */
  async peek<T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>): Promise<T | undefined> {
    const present = this.#opening;
    if (!present) return undefined;
    const { embeddedClient, isLost, ServiceApi: Api } = await import('./open.ts');
    try {
      return await work((await abortable(present, signal)).api);
    } catch (error) {
      if (signal.aborted || this.remote || !isLost(error)) return undefined;
    }
    const living = await this.#embedded?.find().catch(() => undefined);
    if (!living || this.#opening !== present) return undefined;
    const client = embeddedClient(living);
    const opened = { client, api: new Api(client), remote: undefined };
    this.#opening = Promise.resolve(opened);
    return await work(opened.api).catch(() => undefined);
  }

  /** What the service elsewhere is reached with; undefined for the one on this machine. */
  remoteParts(): RemoteParts | undefined {
    const address = this.remote;
    const { credentials, remembered } = this;
    return address && { address, credentials, remembered, network: editorNetwork() };
  }

  /** Where the service on this machine keeps its data. */
  get dataFolder(): vscode.Uri {
    return vscode.Uri.joinPath(this.#context.globalStorageUri, 'service');
  }

  async #use<T>(signal: AbortSignal, work: (open: Open) => Promise<T>): Promise<T> {
    const { isLost, toFailure } = await import('./open.ts');
    const { remote } = this;
    try {
      const open = await this.#open(signal);
      try {
        return await work(open);
      } catch (error) {
        if (!isLost(error) || remote || signal.aborted) throw error;
        this.#log.info('The service on this machine is gone; looking for it again.');
        this.#opening = undefined;
        return await work(await this.#open(signal));
      }
    } catch (error) {
      if (signal.aborted || isCancellation(error) || error instanceof Failure) throw error;
      if (isLost(error)) this.#opening = undefined;
      const expiresAt = this.remembered.signIn?.expiresAt;
      throw toFailure(error, remote && { url: remote.url, expiresAt, now: Date.now() });
    }
  }

  /** Callers at the same time share one attempt, and each may stop waiting for it. */
  async #open(signal: AbortSignal): Promise<Open> {
    if (!this.#opening) {
      const opening = this.#connect();
      this.#opening = opening;
      opening.catch(() => {
        if (this.#opening === opening) this.#opening = undefined;
      });
    }
    const open = await abortable(this.#opening, signal);
    if (open.remote && isDue(this.remembered.expiryChecked, Date.now())) void this.#learnEnd(open.remote);
    return open;
  }

  async #connect(): Promise<Open> {
    const { embeddedClient, embeddedService, openRemote, ServiceApi: Api } = await import('./open.ts');
    const choice = serviceChoice();
    if (choice.kind === 'wrong') {
      const { serviceSettings } = await import('./explain.ts');
      throw new Failure({
        what: vscode.l10n.t('The setting {0} is wrong: {1}', choice.setting, choice.fault),
        advice: vscode.l10n.t('Nothing is sent anywhere until it is corrected.'),
        actions: [serviceSettings(choice.setting)],
      });
    }
    const parts = this.remoteParts();
    if (parts) {
      const remote = await openRemote(parts, new AbortController().signal);
      return { client: remote.client, api: new Api(remote.client), remote };
    }
    const version: unknown = this.#context.extension.packageJSON.version;
    this.#embedded ??= embeddedService(
      {
        version: String(version),
        entry: this.#context.asAbsolutePath('dist/service.js'),
        dataFolder: this.dataFolder.fsPath,
      },
      this.#log,
    );
    const client = embeddedClient(await this.#embedded.ensure());
    return { client, api: new Api(client), remote: undefined };
  }

  /** Nobody asked, so a service that does not say when the token ends is not an error. */
  async #learnEnd(remote: RemoteConnection): Promise<void> {
    const { url } = this.remote ?? {};
    try {
      await this.remembered.setExpiryChecked(Date.now());
      const { lookUpEnd } = await import('./open.ts');
      const expiresAt = await lookUpEnd(remote, this.remembered, new AbortController().signal);
      if (url !== undefined && expiresAt !== undefined) this.#tokenEnd.fire({ url, expiresAt });
    } catch (error) {
      this.#log.debug(`The end of the token is not known: ${String(error)}`);
    }
  }
}
