import * as vscode from 'vscode';
import type { MatchedAdvisories } from '../../api/contract/scans/coverage.ts';
import type { FailureText } from '../../connection/failure.ts';
import { failureOf } from '../ai-components/notices.ts';
import { presentFile, shownLine } from '../issues/known-issue.ts';
import { uriOf } from '../issues/locations.ts';
import { setText } from './advisory-text.ts';
import {
  type DependencyFilter,
  everything,
  filteredPackages,
  fitsExposure,
  fitsVulnerability,
  isNarrowed,
} from './filter.ts';
import { vulnerablePackages } from './grouping.ts';
import { itemOf } from './items.ts';
import {
  type DependencyNode,
  type FolderNode,
  folderOf,
  type NoticeNode,
  type PackageNode,
  type Vulnerability,
} from './nodes.ts';
import { belowFolder, broughtBy, nodeIn, packagesIn } from './package-tree.ts';
import type { DependencyParts } from './parts.ts';

/** What the view shows: vulnerable packages, the worst first, and below them every package of each folder. */
export class DependencyTree implements vscode.Disposable {
  readonly #parts: DependencyParts;
  #folders: readonly FolderNode[] | undefined;
  #failure: FailureText | undefined;
  /** Which scans the packages are of. */
  #of = '';
  #loading: Promise<void> | undefined;
  #filter = everything;
  #narrowed = new WeakMap<FolderNode, FolderNode>();
  #stop = new AbortController();
  readonly #subscriptions: readonly { dispose(): void }[];

  constructor(parts: DependencyParts) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.store.onChange(() => parts.draw()),
      parts.session.onDidChange(() => this.#sessionChanged()),
    ];
  }

  async children(node: DependencyNode | undefined): Promise<DependencyNode[]> {
    switch (node?.kind) {
      case undefined:
        return await this.#roots();
      case 'vulnerable':
        return node.vulnerabilities.map((vulnerability) => ({
          kind: 'vulnerability',
          id: `${node.id} ${vulnerability.issue.id}`,
          vulnerability,
          parent: node,
        }));
      case 'folder':
        return belowFolder(node, this.#filter.grouping);
      case 'group':
        return packagesIn(node);
      case 'package':
        return broughtBy(node);
      case 'vulnerability':
      case 'notice':
        return [];
    }
  }

  item(node: DependencyNode): vscode.TreeItem {
    return itemOf(node);
  }

  /** Shows the line where the project asks for a package. */
  async open(node: DependencyNode, isGlance: boolean): Promise<void> {
    const place = this.#placeOf(node);
    if (!place) return;
    const at = new vscode.Position(place.line - 1, 0);
    await vscode.window.showTextDocument(place.uri, {
      selection: new vscode.Range(at, at),
      preserveFocus: isGlance,
      preview: true,
    });
  }

  get filter(): DependencyFilter {
    return this.#filter;
  }

  setFilter(change: Partial<DependencyFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    this.#narrowed = new WeakMap();
    this.#parts.narrowed(this.#filter);
    this.#parts.draw();
  }

  /** The packages of a folder that were loaded; none before the view was looked at. */
  packagesOf(folder: string): FolderNode['packages'] {
    return this.#folders?.find((one) => one.folder === folder)?.packages ?? [];
  }

  /** The row of a vulnerable package among all, below what brings it. The filter gives way to it. */
  async wayTo({ folder, dependency, issue }: Vulnerability): Promise<PackageNode | undefined> {
    await this.load();
    const { ecosystem, name, version } = dependency;
    const whole = this.#folders?.find((one) => one.folder === folder);
    if (!whole) return undefined;
    if (isNarrowed(this.#filter)) this.setFilter({ ...everything, grouping: this.#filter.grouping });
    return nodeIn(
      whole,
      this.#filter.grouping,
      (row) =>
        row.ecosystem === ecosystem &&
        row.name === name &&
        row.version === version &&
        row.manifestPath === issue.file,
    );
  }

  async details(node: DependencyNode): Promise<void> {
    if (node.kind !== 'vulnerability') return;
    const { issue, folder } = node.vulnerability;
    await vscode.commands.executeCommand('parapet.showDetails', issue.id, folder);
  }

  async reload(): Promise<void> {
    this.forget();
    await this.load();
    this.#parts.draw();
  }

  /** The service is another one: what is shown came from the one before. */
  forget(): void {
    this.#stop.abort();
    this.#folders = undefined;
    this.#failure = undefined;
    this.#of = '';
    this.#parts.draw();
  }

  dispose(): void {
    this.#stop.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #placeOf(node: DependencyNode): { readonly uri: vscode.Uri; readonly line: number } | undefined {
    switch (node.kind) {
      case 'vulnerable': {
        const [worst] = node.vulnerabilities;
        return { uri: uriOf(worst.folder, presentFile(worst)), line: shownLine(worst) };
      }
      case 'vulnerability': {
        const { vulnerability } = node;
        return {
          uri: uriOf(vulnerability.folder, presentFile(vulnerability)),
          line: shownLine(vulnerability),
        };
      }
      case 'package':
        return { uri: uriOf(folderOf(node).folder, node.row.manifestPath), line: node.row.line };
      case 'folder':
      case 'group':
      case 'notice':
        return undefined;
    }
  }

  async #roots(): Promise<DependencyNode[]> {
    const { activity, latest } = this.#parts.session;
    if (latest.length === 0) return activity.kind === 'settled' ? [notScanned()] : [];
    await this.load();
    const all = vulnerablePackages(this.#parts.store.all());
    const folders = this.#folders ?? [];
    const exposures = new Map(folders.map(({ folder, exposure }) => [folder, exposure]));
    const vulnerable = all
      .map((node) => ({ ...node, exposure: exposures.get(node.vulnerabilities[0].folder) }))
      .filter(
        ({ vulnerabilities, exposure }) =>
          fitsExposure(exposure, this.#filter) &&
          vulnerabilities.some((one) => fitsVulnerability(one, this.#filter)),
      );
    const shown = folders
      .map((folder) => this.#filtered(folder))
      .filter(({ packages }) => packages.length > 0);
    const notices: NoticeNode[] = this.#failure ? [failed(this.#failure)] : [];
    if (isNarrowed(this.#filter)) {
      const isUnknown = this.#filter.exposedOnly && folders.every(({ exposure }) => !exposure);
      if (isUnknown && !this.#failure) notices.push(noExposure());
      else if (vulnerable.length + shown.length === 0) notices.push(nothingFits());
    } else if (all.length === 0 && notices.length === 0)
      notices.push(folders.some(({ packages }) => packages.length > 0) ? noneVulnerable() : noPackages());
    const matched = latest.flatMap(({ scan }) => scan.coverage?.advisories ?? []);
    return [...notices, ...vulnerable, ...shown, ...advisoryNotice(matched)];
  }

  /** The folder with what the filter lets through: the same node as long as neither changes. */
  #filtered(folder: FolderNode): FolderNode {
    if (!isNarrowed(this.#filter)) return folder;
    const known = this.#narrowed.get(folder);
    if (known) return known;
    const packages = fitsExposure(folder.exposure, this.#filter)
      ? filteredPackages(folder.packages, this.#filter)
      : [];
    const narrowed = { ...folder, packages };
    this.#narrowed.set(folder, narrowed);
    return narrowed;
  }

  #sessionChanged(): void {
    if (this.#scansKey() !== this.#of) this.#parts.draw();
  }

  /** Loads the packages of the scans that the window knows, once for each state of them. */
  async load(): Promise<void> {
    const of = this.#scansKey();
    if (of === this.#of) return await this.#loading;
    this.#of = of;
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const loading = this.#loadFolders(stop.signal);
    this.#loading = loading;
    void vscode.window.withProgress({ location: { viewId: 'parapet.dependencies' } }, () => loading);
    await loading;
  }

  async #loadFolders(signal: AbortSignal): Promise<void> {
    try {
      const folders: FolderNode[] = [];
      for (const { folder } of this.#parts.session.latest) {
        const list = await this.#parts.use(
          signal,
          (api) => api.packages(folder.repositoryId, signal),
          folder.uri,
        );
        if (!list) continue;
        const packages = list.packages.filter(({ manifestPath }) =>
          manifestPath.startsWith(folder.prefix ?? ''),
        );
        folders.push({
          kind: 'folder',
          id: `all ${folder.uri}`,
          folder: folder.uri,
          name: folder.name,
          packages,
          isCut: list.isCut,
          exposure: list.exposure,
        });
      }
      if (signal.aborted) return;
      this.#folders = folders;
      this.#failure = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = failureOf(error);
      this.#parts.log(`The packages were not loaded: ${this.#failure.what}`);
    }
  }

  #scansKey(): string {
    const { latest } = this.#parts.session;
    return latest.map(({ folder, scan }) => `${folder.uri} ${scan.id} ${scan.status}`).join('\n');
  }
}

const notScanned = (): NoticeNode => ({
  kind: 'notice',
  id: 'scan',
  icon: 'play',
  label: vscode.l10n.t('Scan this workspace'),
  description: vscode.l10n.t('every scan lists the packages'),
  command: 'parapet.scanWorkspace',
});

const noneVulnerable = (): NoticeNode => ({
  kind: 'notice',
  id: 'none',
  icon: 'pass',
  label: vscode.l10n.t('No package has a known vulnerability'),
  description: vscode.l10n.t('among the advisories that the service has'),
});

const nothingFits = (): NoticeNode => ({
  kind: 'notice',
  id: 'filtered',
  icon: 'filter',
  label: vscode.l10n.t('No package fits the filter'),
  description: vscode.l10n.t('show all'),
  command: 'parapet.dependenciesClearFilter',
});

/** An empty list would read as if nothing was exposed. */
const noExposure = (): NoticeNode => ({
  kind: 'notice',
  id: 'exposure',
  icon: 'info',
  label: vscode.l10n.t('The service does not know what is exposed'),
  description: vscode.l10n.t(
    'an administrator connects a cloud posture provider in the dashboard · show all',
  ),
  command: 'parapet.dependenciesClearFilter',
});

/** What packages were matched with; of several folders each source once. */
function advisoryNotice(matched: readonly MatchedAdvisories[]): NoticeNode[] {
  const sets = [...new Map(matched.map((set) => [set.title, set])).values()];
  if (sets.length === 0) return [];
  const isThin = sets.every(({ thin }) => thin);
  return [
    {
      kind: 'notice',
      id: 'advisories',
      icon: isThin ? 'warning' : 'database',
      label: isThin ? vscode.l10n.t('Few advisories: download more') : vscode.l10n.t('Advisories'),
      description: sets.map(setText).join(' · '),
      command: 'parapet.updateAdvisories',
    },
  ];
}

const noPackages = (): NoticeNode => ({
  kind: 'notice',
  id: 'empty',
  icon: 'info',
  label: vscode.l10n.t('No packages were found'),
  description: vscode.l10n.t('there is no manifest or lock file'),
});

const failed = ({ what, advice }: FailureText): NoticeNode => ({
  kind: 'notice',
  id: 'failed',
  icon: 'error',
  label: what,
  description: advice ?? vscode.l10n.t('try again'),
  command: 'parapet.dependenciesRefresh',
});
