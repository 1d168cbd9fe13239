import type { ExtensionContext, LogOutputChannel } from 'vscode';
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Discovery } from '../api/discovery.ts';
import { CredentialStore } from './credentials.ts';
import type { EmbeddedService } from './embedded-service.ts';
import { isDue } from './expiry.ts';
import { Failure, isCancellation } from './failure.ts';
import { Link } from './link.ts';
import { openInTurns } from './open-in-turns.ts';
import { Remembered } from './remembered.ts';
import type { RemoteConnection, RemoteParts } from './remote-service.ts';
import type { RemoteAddress } from './service-address.ts';
import type { ServiceApi } from './service-api.ts';
import { affectsNetwork, affectsService, editorNetwork, remoteAddress, serviceChoice } from './settings.ts';

/** A service in one organization. */
interface Scoped {
  readonly client: Client;
  readonly api: ServiceApi;
}

interface Open {
  /** In the organization of a folder. @throws Failure where it has to be chosen first */
  readonly of: (folder: string | undefined) => Scoped;
  readonly remote: RemoteConnection | undefined;
}

/** The token of a service elsewhere ends; ISO 8601. */
export interface TokenEnd {
  readonly url: string;
  readonly expiresAt: string;
}

/** What is told to a service that was just reached may take this long. */
const openedMs = 5_000;

/** Which service this window speaks with, and the way to it. Nothing happens before the first `use`. */
export class Connection {
  readonly credentials: CredentialStore;
  readonly remembered: Remembered;
  readonly #context: ExtensionContext;
  readonly #log: LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<{ readonly folder: string | undefined }>();
  readonly #tokenEnd = new vscode.EventEmitter<TokenEnd>();
  /** The service is another one now: what is shown came from the one before. */
  readonly onDidChangeService = this.#changed.event;
  /** Looked up once a day at most, while a service elsewhere is used. */
  readonly onDidLearnTokenEnd = this.#tokenEnd.event;
  /**
   * Told of each connection that is opened, before anything is done with it, once for each organization that the
   * window works in; what it throws is logged.
   */
  onOpened: ((client: Client, signal: AbortSignal) => Promise<void>) | undefined;
  #embedded: EmbeddedService | undefined;
  /** Which start of the service on this machine this window spoke with last. */
  #instance: string | undefined;
  #chosen = JSON.stringify(serviceChoice());
  readonly #link: Link<Open>;

  constructor(context: ExtensionContext, log: LogOutputChannel) {
    this.#context = context;
    this.#log = log;
    this.credentials = new CredentialStore(context.secrets);
    this.remembered = new Remembered(context.globalState, context.workspaceState);
    this.#link = new Link({
      connect: async () => await this.#opened(await this.#connect()),
      find: () => this.#find(),
      isRemote: () => this.remote !== undefined,
      isLost: async (error) => (await import('./open.ts')).isLost(error),
      log: (message) => log.info(message),
    });
    context.subscriptions.push(
      this.#changed,
      this.#tokenEnd,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (affectsService(event)) this.#resetIfAnother();
        else if (affectsNetwork(event) && this.remote) this.#link.forget();
      }),
      // A token that was replaced or removed, in this window or in another.
      context.secrets.onDidChange(({ key }) => {
        const { remote } = this;
        if (remote && this.credentials.isKeyOf(key, remote.url)) this.reset();
      }),
    );
  }

  /** What a workspace sets is no choice, so not every change is one. */
  #resetIfAnother(): void {
    const before = this.#chosen;
    this.#chosen = JSON.stringify(serviceChoice());
    if (this.#chosen !== before) this.reset();
  }

  /** The service elsewhere that the settings choose. */
  get remote(): RemoteAddress | undefined {
    return remoteAddress();
  }

  /**
   * A folder of each organization that the folders of this window work in; undefined alone where there is no folder,
   * or only one service to ask. What is about no folder in particular is asked in each of them.
   */
  get scopes(): readonly (string | undefined)[] {
    const folders = new Map<string | undefined, string>();
    for (const { uri } of this.remote ? (vscode.workspace.workspaceFolders ?? []) : []) {
      const id = this.remembered.organizationOf(uri.toString())?.id;
      if (!folders.has(id)) folders.set(id, uri.toString());
    }
    return folders.size === 0 ? [undefined] : [...folders.values()];
  }

  /**
   * Forgets the open connection, and says that the service is another one.
   * @param folder URI of the workspace folder, where the service is another one for that folder alone
   */
  reset(folder?: string): void {
    this.#link.forget();
    this.#changed.fire({ folder });
  }

  /** Tells when the token ends, where the service has just said it. */
  tellTokenEnd(end: TokenEnd): void {
    this.#tokenEnd.fire(end);
  }

  /** After sleep: what was open is not waited for; the next use connects anew. */
  reconnect(): void {
    this.#link.forget();
  }

  /**
   * Does something with the service, connecting first when needed. A service on this machine that is no longer
   * there is started again, and the work done once more.
   * @param folder URI of the workspace folder that it is about, which decides on the organization; undefined for none
   * @throws Failure with what to tell the user
   */
  async use<T>(
    signal: AbortSignal,
    work: (api: ServiceApi, remote: RemoteConnection | undefined) => Promise<T>,
    folder: string | undefined,
  ): Promise<T> {
    return await this.#use(signal, async ({ of, remote }) => await work(of(folder).api, remote));
  }

  /** As `use`, with the client itself. `remote` is there with a service elsewhere. */
  async useClient<T>(
    signal: AbortSignal,
    work: (client: Client, remote: RemoteConnection | undefined) => Promise<T>,
    folder: string | undefined,
  ): Promise<T> {
    return await this.#use(signal, async ({ of, remote }) => await work(of(folder).client, remote));
  }

  /**
   * Does something with a service that is there: nothing is started or asked of the user for it.
   * @returns undefined where no service was used yet, or it does not answer
   */
  async peek<T>(
    signal: AbortSignal,
    work: (api: ServiceApi) => Promise<T>,
    folder: string | undefined,
  ): Promise<T | undefined> {
    return await this.#link.peek(signal, async ({ of }) => await work(of(folder).api));
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
    const { remote } = this;
    try {
      return await this.#link.use(signal, async (open) => {
        if (open.remote && isDue(this.remembered.expiryChecked, Date.now())) void this.#learnEnd(open.remote);
        return await work(open);
      });
    } catch (error) {
      if (signal.aborted || isCancellation(error) || error instanceof Failure) throw error;
      const { toFailure } = await import('./open.ts');
      const expiresAt = this.remembered.signIn?.expiresAt;
      throw toFailure(error, remote && { url: remote.url, expiresAt, now: Date.now() });
    }
  }

  async #connect(): Promise<Open> {
    const { openRemote, ServiceApi: Api } = await openInTurns();
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
    if (!parts) return await this.#local(async (embedded) => await embedded.ensure());
    const remote = await openRemote(parts, new AbortController().signal);
    const apis = new Map<Client, ServiceApi>();
    const of = (folder: string | undefined): Scoped => {
      const { client } = remote.of(folder);
      const api = apis.get(client) ?? new Api(client);
      apis.set(client, api);
      return { client, api };
    };
    return { of, remote };
  }

  async #opened(open: Open): Promise<Open> {
    const signal = AbortSignal.timeout(openedMs);
    for (const folder of this.onOpened ? this.scopes : []) {
      try {
        await this.onOpened?.(open.of(folder).client, signal);
      } catch (error) {
        this.#log.warn(String(error));
      }
    }
    return open;
  }

  async #local(discover: (embedded: EmbeddedService) => Promise<Discovery>): Promise<Open> {
    const { embeddedClient, embeddedService, ServiceApi: Api } = await import('./open.ts');
    const version: unknown = this.#context.extension.packageJSON.version;
    this.#embedded ??= embeddedService(
      {
        version: String(version),
        entry: this.#context.asAbsolutePath('dist/service.js'),
        dataFolder: this.dataFolder.fsPath,
      },
      this.#log,
    );
    const discovery = await discover(this.#embedded);
    if (discovery.putAside) {
      const { tellDamage } = await import('./tell-damage.ts');
      await tellDamage(discovery, this.#context.globalState);
      // What is shown came from the database that is no longer used.
      const isReplaced = this.#instance !== undefined && this.#instance !== discovery.instanceId;
      if (isReplaced && discovery.putAside.some(({ part }) => part === 'database'))
        this.#changed.fire({ folder: undefined });
    }
    this.#instance = discovery.instanceId;
    const client = embeddedClient(discovery);
    const scoped = { client, api: new Api(client) };
    return { of: () => scoped, remote: undefined };
  }

  async #find(): Promise<Open | undefined> {
    const living = await this.#embedded?.find();
    return living && (await this.#local(async () => living));
  }

  /** Nobody asked, so a service that does not say when the token ends is not an error. */
  async #learnEnd(remote: RemoteConnection): Promise<void> {
    const { url } = this.remote ?? {};
    try {
      await this.remembered.setExpiryChecked(Date.now());
      const { lookUpEnd } = await import('./open.ts');
      const expiresAt = await lookUpEnd(remote, this.remembered, new AbortController().signal);
      if (url !== undefined && expiresAt !== undefined) this.tellTokenEnd({ url, expiresAt });
    } catch (error) {
      this.#log.debug(`The end of the token is not known: ${String(error)}`);
    }
  }
}
