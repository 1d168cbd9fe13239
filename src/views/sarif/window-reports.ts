import * as vscode from 'vscode';
import type { Issue } from '../../api/contract/issue.ts';
import { Failure } from '../../connection/failure.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { placeOf } from '../issues/locations.ts';
import type { NoticeNode } from '../issues/tree/notices.ts';
import type { LoadedReport } from './load-report.ts';
import { isReported } from './report-ids.ts';
import type { ReportFacts } from './report-issues.ts';
import { brokenText, factLines, lookOf, summaryText } from './report-words.ts';

export interface ReportParts {
  readonly store: IssueStore;
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

interface OpenReport {
  readonly uri: vscode.Uri;
  readonly stop: AbortController;
  readonly watcher: vscode.Disposable;
  loaded: LoadedReport | undefined;
  ids: readonly string[];
}

/** Where the open reports are kept with the workspace. */
const memoryKey = 'parapet.reports';
/** Milliseconds after a report was written until it is read anew: tools write in several steps. */
const rewrittenMs = 700;
/** Reports open at a time. */
const mostReports = 20;

/** Reports of other tools that are shown in this window, until they are closed. */
export class WindowReports implements vscode.Disposable {
  readonly #parts: ReportParts;
  readonly #open = new Map<string, OpenReport>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #restored: Promise<void> = Promise.resolve();

  constructor(parts: ReportParts) {
    this.#parts = parts;
    // Other folders: what was outside may be inside now.
    this.#subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      for (const { uri } of [...this.#open.values()]) void this.#quietly(uri);
    });
  }

  /** One line above the tree for each. */
  get notices(): readonly NoticeNode[] {
    return [...this.#open.values()].map(({ uri, loaded }) => ({
      kind: 'notice',
      id: `report.${uri.toString()}`,
      ...lookOf(loaded?.facts),
      label: baseName(uri),
      description: loaded ? summaryText(loaded.facts) : vscode.l10n.t('is read…'),
      command: 'parapet.aboutSarif',
      args: [uri.toString()],
      context: 'report',
    }));
  }

  /**
   * An issue of an open report in full, also while the reports of the window before are still read.
   * @returns undefined for an issue of no report
   * @throws Failure when its report is not open any more
   */
  detail(id: string): Promise<Issue> | undefined {
    return isReported(id) ? this.#detail(id) : undefined;
  }

  async #detail(id: string): Promise<Issue> {
    await this.#restored;
    const report = [...this.#open.values()].find(({ loaded }) => loaded?.issues.owns(id));
    const issue = await report?.loaded?.issues.detail(id);
    if (issue) return issue;
    throw new Failure({
      what: vscode.l10n.t('The report that told of this issue is not open any more.'),
      advice: vscode.l10n.t('Open it again to see the issue.'),
    });
  }

  /** Shows reports again that were open when the window was closed. Nobody asked now, so failures go to the log. */
  restore(): Promise<void> {
    this.#restored = this.#restore();
    return this.#restored;
  }

  async #restore(): Promise<void> {
    const kept = this.#parts.memory.get<unknown>(memoryKey);
    const uris = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
    for (const uri of uris.slice(0, mostReports)) await this.#quietly(vscode.Uri.parse(uri));
  }

  /**
   * Shows a report; one that is shown already is read anew.
   * @param args what VS Code passes: a resource, and all that are selected; nothing asks for the file
   */
  async open(args: readonly unknown[]): Promise<void> {
    for (const uri of await chosen(args)) {
      if (!this.#open.has(uri.toString()) && this.#open.size >= mostReports)
        throw new Failure({
          what: vscode.l10n.t('{0} reports are open already.', mostReports),
          advice: vscode.l10n.t('Close one of them first.'),
        });
      const loaded = await this.#withProgress(uri);
      const text = vscode.l10n.t('{0}: {1}', baseName(uri), summaryText(loaded.facts));
      const lines = factLines(loaded.facts);
      this.#parts.log.info([`SARIF: ${text}`, ...lines].join('\n  '));
      void this.#tell(uri, text, loaded.facts);
    }
  }

  /** @param args a line of the tree, or the address of a report; nothing means the only one, or asks which */
  async close(args: readonly unknown[]): Promise<void> {
    const uri = this.#given(args) ?? (await this.#pick(vscode.l10n.t('Close which report?')));
    if (uri !== undefined) await this.#close(uri);
  }

  /** Lists what of a report is shown, and what is not, and why. */
  async about(args: readonly unknown[]): Promise<void> {
    const key = this.#given(args) ?? (await this.#pick(vscode.l10n.t('About which report?')));
    const report = key === undefined ? undefined : this.#open.get(key);
    if (key === undefined || !report?.loaded) return;
    const { facts } = report.loaded;
    const close = vscode.l10n.t('Close the report');
    const show = vscode.l10n.t('Open the file');
    const picked = await vscode.window.showQuickPick(
      [
        { label: `$(tools) ${facts.tools.join(', ')}`, description: summaryText(facts) },
        ...factLines(facts).map((label) => ({ label: `$(info) ${label}` })),
        { label: '', kind: vscode.QuickPickItemKind.Separator },
        { label: close, iconPath: new vscode.ThemeIcon('close') },
        { label: show, iconPath: new vscode.ThemeIcon('go-to-file') },
      ],
      { title: baseName(report.uri) },
    );
    if (picked?.label === close) await this.#close(key);
    if (picked?.label === show) await vscode.commands.executeCommand('vscode.open', report.uri);
  }

  dispose(): void {
    for (const { stop, watcher } of this.#open.values()) {
      stop.abort();
      watcher.dispose();
    }
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #tell(uri: vscode.Uri, text: string, facts: ReportFacts): Promise<void> {
    const more = vscode.l10n.t('What Is Not Shown');
    const close = vscode.l10n.t('Close Report');
    const buttons = factLines(facts).length > 0 ? [more, close] : [close];
    const broken = brokenText(baseName(uri), facts);
    const picked =
      broken === undefined
        ? await vscode.window.showInformationMessage(text, ...buttons)
        : await vscode.window.showErrorMessage(broken, ...buttons);
    if (picked === more) await this.about([uri.toString()]);
    if (picked === close) await this.#close(uri.toString());
  }

  async #withProgress(uri: vscode.Uri): Promise<LoadedReport> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Reading {0}', baseName(uri)),
      cancellable: true,
    };
    return await vscode.window.withProgress(options, async (progress, token) => {
      let told = 0;
      return await this.#load(uri, token, (part) => {
        const percent = Math.floor(part * 100);
        if (percent <= told) return;
        progress.report({ increment: percent - told, message: `${percent} %` });
        told = percent;
      });
    });
  }

  async #quietly(uri: vscode.Uri): Promise<void> {
    try {
      await this.#load(uri, undefined, () => undefined);
    } catch (error) {
      const text = error instanceof Failure ? error.sentence : String(error);
      this.#parts.log.warn(`SARIF: ${text}`);
    }
  }

  /** @throws Failure when it cannot be read; what was shown of it stays then */
  async #load(
    uri: vscode.Uri,
    token: vscode.CancellationToken | undefined,
    onProgress: (part: number) => void,
  ): Promise<LoadedReport> {
    const key = uri.toString();
    const before = this.#open.get(key);
    before?.stop.abort();
    const stop = new AbortController();
    token?.onCancellationRequested(() => stop.abort());
    const report = {
      uri,
      stop,
      watcher: before?.watcher ?? this.#watch(uri),
      loaded: before?.loaded,
      ids: before?.ids ?? [],
    };
    this.#open.set(key, report);
    this.#emit();
    try {
      const { loadReport } = await import('./load-report.ts');
      const loaded = await loadReport(uri, stop.signal, onProgress, placeOf);
      stop.signal.throwIfAborted();
      this.#show(report, loaded);
      await this.#remember();
      return loaded;
    } catch (error) {
      if (this.#open.get(key) === report && !before?.loaded) {
        report.watcher.dispose();
        this.#open.delete(key);
      }
      throw error;
    } finally {
      this.#emit();
    }
  }

  #show(report: OpenReport, loaded: LoadedReport): void {
    const { store } = this.#parts;
    const ids = [...loaded.byFolder.values()].flatMap((issues) => issues.map(({ id }) => id));
    const present = new Set(ids);
    for (const id of report.ids) if (!present.has(id)) store.remove(id);
    for (const [folder, issues] of loaded.byFolder) store.upsert(folder, issues);
    report.loaded = loaded;
    report.ids = ids;
    store.flush();
  }

  async #close(key: string): Promise<void> {
    const report = this.#open.get(key);
    if (!report) return;
    report.stop.abort();
    report.watcher.dispose();
    this.#open.delete(key);
    for (const id of report.ids) this.#parts.store.remove(id);
    this.#parts.store.flush();
    this.#emit();
    await this.#remember();
  }

  /** The tool may run again and write it anew. */
  #watch(uri: vscode.Uri): vscode.Disposable {
    const folder = vscode.Uri.joinPath(uri, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, escapeGlob(baseName(uri))),
    );
    let pause: NodeJS.Timeout | undefined;
    const again = () => {
      clearTimeout(pause);
      pause = setTimeout(() => void this.#quietly(uri), rewrittenMs);
    };
    return vscode.Disposable.from(watcher, watcher.onDidChange(again), watcher.onDidCreate(again), {
      dispose: () => clearTimeout(pause),
    });
  }

  #given([first]: readonly unknown[]): string | undefined {
    if (typeof first === 'string') return first;
    if (first instanceof vscode.Uri) return first.toString();
    if (typeof first !== 'object' || first === null || !('args' in first)) return undefined;
    const [uri] = Array.isArray(first.args) ? first.args : [];
    return typeof uri === 'string' ? uri : undefined;
  }

  async #pick(title: string): Promise<string | undefined> {
    const [only, ...others] = [...this.#open.values()];
    if (!only) throw new Failure({ what: vscode.l10n.t('No report of another tool is open.') });
    if (others.length === 0) return only.uri.toString();
    const items = [only, ...others].map(({ uri }) => ({
      uri,
      label: baseName(uri),
      description: vscode.workspace.asRelativePath(uri),
    }));
    return (await vscode.window.showQuickPick(items, { title }))?.uri.toString();
  }

  async #remember(): Promise<void> {
    const uris = [...this.#open.keys()];
    await this.#parts.memory.update(memoryKey, uris.length === 0 ? undefined : uris);
  }

  #emit(): void {
    void vscode.commands.executeCommand('setContext', 'parapet.reports', this.#open.size > 0);
    this.#changed.fire();
  }
}

/** The reports that are meant: of the resources given, else the one in the editor, else what the user chooses. */
async function chosen([first, all]: readonly unknown[]): Promise<readonly vscode.Uri[]> {
  if (Array.isArray(all)) {
    const uris = all.filter((one) => one instanceof vscode.Uri);
    if (uris.length > 0) return uris;
  }
  if (first instanceof vscode.Uri) return [first];
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.path.toLowerCase().endsWith('.sarif')) return [active];
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open a SARIF report of any tool'),
    openLabel: vscode.l10n.t('Open Report'),
    canSelectMany: true,
    filters: { SARIF: ['sarif', 'json'] },
  });
  return picked ?? [];
}

function baseName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

function escapeGlob(name: string): string {
  return name.replace(/[[\]{}*?]/g, '[$&]');
}
