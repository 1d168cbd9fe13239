import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { abortable } from './abortable.ts';
import type { Connection } from './connection.ts';
import { Failure, isCancellation } from './failure.ts';
import { openInTurns } from './open-in-turns.ts';
import type { ServiceApi } from './service-api.ts';

/** The service on this machine, whichever the window speaks with: it looks for secrets in what is to be sent elsewhere. */
export class LocalService {
  readonly #context: ExtensionContext;
  readonly #connection: Connection;
  readonly #log: LogOutputChannel;
  #opening: Promise<ServiceApi> | undefined;

  constructor(context: ExtensionContext, connection: Connection, log: LogOutputChannel) {
    this.#context = context;
    this.#connection = connection;
    this.#log = log;
  }

  /** Does something with it; it is started when it does not run. @throws Failure with what to tell the user */
  async use<T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>): Promise<T> {
    if (!this.#connection.remote) return await this.#connection.use(signal, (api) => work(api), undefined);
    const { isLost, toFailure } = await import('./open.ts');
    try {
      try {
        return await work(await this.#open(signal));
      } catch (error) {
        this.#opening = undefined;
        if (!isLost(error) || signal.aborted) throw error;
        return await work(await this.#open(signal));
      }
    } catch (error) {
      if (signal.aborted || isCancellation(error) || error instanceof Failure) throw error;
      throw toFailure(error, undefined);
    }
  }

  async #open(signal: AbortSignal): Promise<ServiceApi> {
    this.#opening ??= this.#start();
    return await abortable(this.#opening, signal);
  }

  async #start(): Promise<ServiceApi> {
    const { embeddedClient, embeddedService, ServiceApi: Api } = await openInTurns();
    const version: unknown = this.#context.extension.packageJSON.version;
    const service = embeddedService(
      {
        version: String(version),
        entry: this.#context.asAbsolutePath('dist/service.js'),
        dataFolder: this.#connection.dataFolder.fsPath,
      },
      this.#log,
    );
    return new Api(embeddedClient(await service.ensure()));
  }
}
