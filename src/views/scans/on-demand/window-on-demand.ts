import * as vscode from 'vscode';
import type { Connection } from '../../../connection/connection.ts';
import type { LocalService } from '../../../connection/local-service.ts';
import type { IssueStore } from '../../issues/issue-store.ts';
import { uriOf } from '../../issues/locations.ts';
import type { Session } from '../../session.ts';
import { ShownState } from '../../shown-state.ts';
import { OnDemandCommands } from './on-demand-commands.ts';
import { OnDemandScans } from './on-demand-scans.ts';
import { isUnderWay } from './run.ts';
import { ScanOnSave } from './scan-on-save.ts';
import { ScansUnderWay } from './under-way.ts';
import { UploadConsent } from './upload-consent.ts';
import { askUpload } from './upload-question.ts';

export interface OnDemandParts {
  readonly context: vscode.ExtensionContext;
  readonly connection: Connection;
  readonly local: LocalService;
  readonly store: IssueStore;
  readonly session: Session;
  readonly log: vscode.LogOutputChannel;
  /** Scans the project, where issues of it may be fixed. */
  readonly settle: (ids: readonly string[]) => Promise<void>;
}

/** On-demand scans of this window, put together: scans, commands, scan on save, context keys and progress. */
export class WindowOnDemand implements vscode.Disposable {
  readonly scans: OnDemandScans;
  readonly commands: OnDemandCommands;
  /** What may be sent to a service elsewhere. */
  readonly consent: UploadConsent;
  readonly #subscriptions: { dispose(): void }[];
  readonly #shown = new ShownState('parapet.scans');

  constructor({ context, connection, local, store, session, log, settle }: OnDemandParts) {
    const useLocal = <T>(signal: AbortSignal, work: (api: LocalCodeScans) => Promise<T>) =>
      local.use(signal, (api) => work(api.codeScans));
    this.consent = new UploadConsent(context.globalState, askUpload);
    this.scans = new OnDemandScans({
      store,
      use: (signal, work, folder) => connection.use(signal, (api) => work(api.codeScans), folder),
      useLocal,
      remote: () => connection.remote?.url,
      allowsUpload: (upload, signal) => this.consent.allows(upload, signal),
      openText: (folder, file) => {
        const uri = uriOf(folder, file).toString();
        return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.getText();
      },
      underWay: new ScansUnderWay(context.workspaceState),
      knowsProject: (folder) =>
        connection.remote === undefined &&
        vscode.workspace.isTrusted &&
        session.latest.some(({ folder: { uri }, scan }) => uri === folder && scan.status === 'COMPLETED'),
      repositoryOf: async (folder) => session.folders.find(({ uri }) => uri === folder)?.repositoryId,
    });
    this.commands = new OnDemandCommands(this.scans, useLocal, settle);
    this.#subscriptions = [
      this.scans,
      new ScanOnSave(this.commands, (message) => log.error(message)),
      this.scans.onDidChange(() => this.#show()),
      connection.onDidChangeService(({ folder }) => this.scans.reset(folder)),
    ];
    if (this.scans.runs.length > 0) this.#show();
  }

  /** Takes every permission to send code back. */
  async forgetUploads(): Promise<void> {
    const count = this.consent.size;
    await this.consent.forget();
    const text =
      count === 0
        ? vscode.l10n.t('No repository’s code may be sent anywhere without being asked first.')
        : vscode.l10n.t('Before code is sent to a service, you are asked again.');
    void vscode.window.showInformationMessage(text);
  }

  dispose(): void {
    this.#shown.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(): void {
    const { runs } = this.scans;
    const isBusy = runs.some(({ state }) => isUnderWay(state));
    this.#shown.show({ 'parapet.onDemand': runs.length > 0, 'parapet.onDemandRunning': isBusy }, isBusy);
  }
}

type LocalCodeScans = Parameters<Parameters<LocalService['use']>[1]>[0]['codeScans'];
