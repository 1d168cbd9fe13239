import { type FSWatcher, watch } from 'node:fs';
import * as vscode from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { Session } from './session.ts';
import { loadAfterSleep, Wake } from './wake.ts';

/** Milliseconds that the service on this machine is left to finish writing. */
const settleMs = 400;
/** Milliseconds between two looks at a service elsewhere, while the window is looked at. */
const remotePollMs = 60_000;

/**
 * Keeps what is shown up to date with what others do: another window, a schedule, a colleague. On this machine the
 * service's own files say when something was written, so that nothing is asked in vain and an idle service may end;
 * a service elsewhere is asked once a minute. Begins with the first use of the extension in this window.
 */
export class Freshness implements vscode.Disposable {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #log: vscode.LogOutputChannel;
  readonly #subscriptions: { dispose(): void }[];
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #wake: Wake | undefined;

  constructor(connection: Connection, session: Session, log: vscode.LogOutputChannel) {
    this.#connection = connection;
    this.#session = session;
    this.#log = log;
    this.#subscriptions = [
      session.onDidChange(() => this.#begin()),
      connection.onDidChangeService(() => this.#end()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#wake) this.#lookSoon();
      }),
    ];
  }

  dispose(): void {
    this.#end();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Once something was loaded there is something to keep up to date, and a service that has its files. */
  #begin(): void {
    if (this.#wake || this.#session.activity.kind !== 'settled') return;
    this.#wake = new Wake(() => this.#woken());
    if (this.#connection.remote) {
      this.#poll = setInterval(() => {
        if (vscode.window.state.focused) this.#lookSoon();
      }, remotePollMs).unref();
      return;
    }
    try {
      this.#watcher = watch(this.#connection.dataFolder.fsPath, { persistent: false }, (_kind, file) => {
        if (file === null || file.startsWith('parapet.db')) this.#lookSoon();
      });
      this.#watcher.on('error', (error) => this.#log.debug(`Watching the service’s files: ${error.message}`));
    } catch (error) {
      this.#log.debug(`The service’s files cannot be watched: ${String(error)}`);
    }
  }

  #end(): void {
    this.#watcher?.close();
    this.#wake?.dispose();
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#watcher = undefined;
    this.#wake = undefined;
    this.#poll = undefined;
    this.#settling = undefined;
  }

  #lookSoon(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      void this.#session.refresh((signal, work, folder) => this.#connection.peek(signal, work, folder));
    }, settleMs);
  }

  async #woken(): Promise<void> {
    this.#log.info('The machine was asleep, or its clock was set: connecting and looking anew.');
    try {
      const isLoaded = await loadAfterSleep(this.#session, () => this.#connection.reconnect());
      if (!isLoaded) this.#lookSoon();
    } catch (error) {
      this.#log.error(`Looking anew after sleep: ${String(error)}`);
    }
  }
}
