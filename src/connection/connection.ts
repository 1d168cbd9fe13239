import type { ExtensionContext, LogOutputChannel } from 'vscode';
import * as vscode from 'vscode';
import { abortable } from './abortable.ts';
import { CredentialStore } from './credentials.ts';
import type { EmbeddedService } from './embedded-service.ts';
import { Failure, isCancellation } from './failure.ts';
import type { ServiceApi } from './service-api.ts';
import { affectsService, type RemoteAddress, remoteAddress } from './settings.ts';

/** Which service this window speaks with, and the way to it. Nothing happens before the first `use`. */
export class Connection {
  readonly credentials: CredentialStore;
  readonly #context: ExtensionContext;
  readonly #log: LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  /** The service is another one now: what is shown came from the one before. */
  readonly onDidChangeService = this.#changed.event;
  #embedded: EmbeddedService | undefined;
  #opening: Promise<ServiceApi> | undefined;

  constructor(context: ExtensionContext, log: LogOutputChannel) {
    this.#context = context;
    this.#log = log;
    this.credentials = new CredentialStore(context.secrets);
    context.subscriptions.push(
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!affectsService(event)) return;
        this.#opening = undefined;
        this.#changed.fire();
      }),
    );
  }

  get remote(): RemoteAddress | undefined {
    return remoteAddress();
  }

  /**
   * Does something with the service, connecting first when needed. A service on this machine that is no longer
   * there is started again, and the work done once more.
   * @throws Failure with what to tell the user
   */
  async use<T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>): Promise<T> {
    const { isLost, toFailure } = await import('./open.ts');
    const remote = this.remote;
    try {
      const api = await this.#open(signal);
      try {
        return await work(api);
      } catch (error) {
        if (!isLost(error) || remote || signal.aborted) throw error;
        this.#log.info('The service on this machine is gone; looking for it again.');
        this.#opening = undefined;
        return await work(await this.#open(signal));
      }
    } catch (error) {
      if (signal.aborted || isCancellation(error) || error instanceof Failure) throw error;
      if (isLost(error)) this.#opening = undefined;
      throw toFailure(error, remote);
    }
  }

  /** Callers at the same time share one attempt, and each may stop waiting for it. */
  async #open(signal: AbortSignal): Promise<ServiceApi> {
    if (!this.#opening) {
      const opening = this.#connect();
      this.#opening = opening;
      opening.catch(() => {
        if (this.#opening === opening) this.#opening = undefined;
      });
    }
    return await abortable(this.#opening, signal);
  }

  async #connect(): Promise<ServiceApi> {
    const { openEmbedded, openRemote, embeddedService } = await import('./open.ts');
    const remote = this.remote;
    if (remote) return openRemote(remote, await this.credentials.read(remote.url));
    const version: unknown = this.#context.extension.packageJSON.version;
    this.#embedded ??= embeddedService(
      {
        version: String(version),
        entry: this.#context.asAbsolutePath('dist/service.js'),
        dataFolder: vscode.Uri.joinPath(this.#context.globalStorageUri, 'service').fsPath,
      },
      this.#log,
    );
    return openEmbedded(await this.#embedded.ensure());
  }
}
