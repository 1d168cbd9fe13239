import * as vscode from 'vscode';
import type { ScanDetail } from '../api/contract/scans/scans.ts';
import type { Connection } from '../connection/connection.ts';
import { Failure } from '../connection/failure.ts';
import type { Repositories } from '../workspace/repositories.ts';
import { requireTrust } from '../workspace/trust.ts';
import { BranchWatch } from './branch-watch.ts';
import type { IssueStore } from './issues/issue-store.ts';
import { setPrefix } from './issues/locations.ts';
import type { ScanWishes, SessionFolder } from './scan-activity.ts';
import { licenseSetting } from './scans/license-setting.ts';
import {
  hintsSetting,
  onlineSourcesSetting,
  releaseTrackSetting,
  threatModelsSetting,
} from './scans/threat-setting.ts';
import { Session } from './session.ts';
import { ShownState } from './shown-state.ts';
import { fetchableBranch } from './standing-watch.ts';

export interface WindowParts {
  readonly connection: Connection;
  readonly repositories: Repositories;
  readonly store: IssueStore;
  readonly log: vscode.LogOutputChannel;
}

interface Seen {
  readonly isVisible: boolean;
  readonly onDidChangeVisibility: vscode.Event<{ readonly visible: boolean }>;
}

/** Remembered for each workspace: whether the user has asked for anything here. */
const usedKey = 'parapet.used';

/** The session of this window: its folders, its context keys, its progress bar. */
export class WindowSession implements vscode.Disposable {
  readonly session: Session;
  /** The branch that is checked out in a folder; undefined where that is not known. */
  readonly branchOf: (folder: string) => Promise<string | undefined>;
  readonly #context: vscode.ExtensionContext;
  readonly #parts: WindowParts;
  readonly #subscriptions: { dispose(): void }[];
  readonly #shown = new ShownState('parapet.issues');

  constructor(context: vscode.ExtensionContext, parts: WindowParts) {
    this.#context = context;
    this.#parts = parts;
    const { connection, store, log } = parts;
    const branches = new BranchWatch();
    this.branchOf = (folder) => branches.branchOf(folder);
    this.session = new Session({
      store,
      use: (signal, work, folder) => connection.use(signal, work, folder),
      folders: (signal) => this.folders(signal),
      threatModelsOf: (folder) => threatModelsSetting(folder),
      releaseTrackOf: (folder) => releaseTrackSetting(folder),
      hintsOf: (folder) => hintsSetting(folder),
      onlineSourcesOf: onlineSourcesSetting,
      licensePolicy: licenseSetting,
      branchOf: this.branchOf,
      isShared: () => connection.remote !== undefined,
      pushedBranchOf: fetchableBranch,
      log: (message) => log.info(message),
      onAlreadyRunning: ({ name }) => {
        const text = vscode.l10n.t('A scan of {0} is running already; this is its progress.', name);
        void vscode.window.showInformationMessage(text);
      },
    });
    this.#subscriptions = [
      this.session,
      this.session.onDidChange(() => this.#show()),
      branches,
      branches.onDidChange(() => {
        void this.session.refresh((signal, work, folder) => connection.peek(signal, work, folder));
      }),
      connection.onDidChangeService(({ folder }) => {
        void (folder === undefined ? this.#changeService() : this.#changeOrganization(folder));
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#changeFolders()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#reloadQuietly()),
    ];
    this.#show();
  }

  /** Whether the user has asked for anything in this workspace. */
  get isUsed(): boolean {
    return this.#context.workspaceState.get(usedKey, false);
  }

  /** @throws Failure when there is nothing to scan, or the scan does not succeed */
  async scan(wishes: ScanWishes = {}): Promise<void> {
    requireTrust(vscode.l10n.t('This workspace is not trusted, so it is not scanned.'));
    if (this.#parts.repositories.folders.length === 0) {
      const isVirtual = this.#parts.repositories.virtualFolders.length > 0;
      throw new Failure({
        what: isVirtual
          ? vscode.l10n.t(
              'This workspace is virtual: its files are on no disk, so it cannot be scanned as a whole.',
            )
          : vscode.l10n.t('There is nothing to scan: no folder on a disk is open.'),
        advice: isVirtual
          ? vscode.l10n.t('Scan a file or a selection, or open a clone of the repository.')
          : vscode.l10n.t('Open a folder first.'),
      });
    }
    if (this.session.isBusy) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('A scan of this workspace is running already.'),
      );
      return;
    }
    await this.use();
    await this.session.scan(wishes);
  }

  async cancel(): Promise<void> {
    await this.session.cancel();
  }

  async load(): Promise<void> {
    await this.use();
    await this.session.load();
  }

  async scanDetail(id: string): Promise<ScanDetail> {
    const { signal } = new AbortController();
    const folder = this.session.history.find(({ scan }) => scan.id === id)?.folder.uri;
    return await this.#parts.connection.use(signal, (api) => api.scan(id, signal), folder);
  }

  /**
   * Loads what is known once one of the views is looked at: in a workspace where the extension was used before, and with a
   * shared service, which the user has connected to for that.
   */
  loadWhenSeen(views: readonly Seen[]): void {
    const load = () => {
      if (this.session.activity.kind !== 'unused') return;
      if (this.isUsed) void this.#reloadQuietly();
      else if (this.#parts.connection.remote && vscode.workspace.isTrusted && this.#hasFolders)
        void this.use().then(() => this.#reloadQuietly());
    };
    for (const view of views) {
      this.#subscriptions.push(view.onDidChangeVisibility(({ visible }) => (visible ? load() : undefined)));
    }
    if (views.some(({ isVisible }) => isVisible)) load();
  }

  dispose(): void {
    this.#shown.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** The user asks for something in this workspace. */
  async use(): Promise<void> {
    if (!this.isUsed) await this.#context.workspaceState.update(usedKey, true);
    this.#show();
  }

  /** Loads what is known where nothing was loaded yet, without a word. */
  async loadQuietly(): Promise<void> {
    if (this.session.activity.kind === 'unused') await this.#reloadQuietly();
  }

  get #hasFolders(): boolean {
    return this.#parts.repositories.folders.length > 0;
  }

  /** Nobody asked for it, so a failure is shown in the view and the log, not in a message. */
  async #reloadQuietly(load = () => this.session.load()): Promise<void> {
    if (!this.isUsed || !vscode.workspace.isTrusted) return;
    try {
      await load();
    } catch (error) {
      this.#parts.log.error(
        `Loading the issues: ${error instanceof Failure ? error.sentence : String(error)}`,
      );
    }
  }

  /** A scan under way is taken up again by the load. */
  async #changeFolders(): Promise<void> {
    await this.session.stop();
    await this.#reloadQuietly();
  }

  async #changeService(): Promise<void> {
    this.#forget();
    await this.session.stop();
    // What arrived until it had stopped; and a load that began meanwhile, which the next one would give way to.
    this.#forget();
    await this.session.stop();
    if (this.#parts.connection.remote) await this.use();
    await this.#reloadQuietly();
  }

  #forget(): void {
    this.session.forget();
    this.#parts.store.keepFolders(new Set());
    this.#parts.store.flush();
  }

  async #changeOrganization(folder: string): Promise<void> {
    await this.#reloadQuietly(() => this.session.loadFolder(folder));
  }

  /** The repositories of the open folders. @throws Failure when the service knows none of them */
  async folders(signal: AbortSignal): Promise<readonly SessionFolder[]> {
    const repositories = await this.#parts.repositories.ofFolders(signal);
    return repositories.map(({ folder, repositoryId, prefix }) => {
      const uri = folder.uri.toString();
      setPrefix(uri, prefix);
      return { uri, name: folder.name, repositoryId, prefix };
    });
  }

  #show(): void {
    const { activity } = this.session;
    const isBusy = activity.kind === 'scanning' || activity.kind === 'loading';
    const keys = {
      'parapet.used': this.isUsed,
      'parapet.scanning': activity.kind === 'scanning',
      'parapet.remote': this.#parts.connection.remote !== undefined,
    };
    this.#shown.show(keys, isBusy);
  }
}
