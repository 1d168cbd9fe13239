import { ApiError } from '../../api/api-error.ts';
import { Failure, sentenceOf } from '../../connection/failure.ts';
import type { ServiceApi } from '../../connection/service-api.ts';
import { isFinished, type SessionFolder } from '../scan-activity.ts';
import type { Session } from '../session.ts';
import { accessRows, peopleRows } from './access-rows.ts';
import { type Account, accountRow } from './account-row.ts';
import {
  type FactNode,
  type FolderNode,
  type Permissions,
  rootsOf,
  type ScanNode,
  type Section,
  type SectionNode,
  type ServiceNode,
  sectionsOf,
  type TeamNode,
} from './nodes.ts';
import {
  broughtRows,
  type Head,
  pullRequestRows,
  scanRows,
  scheduleRows,
  settingRows,
  withoutRow,
} from './section-rows.ts';

export interface ServiceTreeParts {
  readonly session: Session;
  /** The service elsewhere that is used; undefined for the one on this machine. */
  readonly account: () => Account | undefined;
  readonly use: <T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>, folder: string) => Promise<T>;
  /** What is checked out in a folder, by its URI; undefined where that is not known. */
  readonly headOf: (folder: string) => Promise<Head | undefined>;
  /** Draws a row and what is below it, or all. */
  readonly draw: (node?: ServiceNode) => void;
  readonly log: (message: string) => void;
}

/** Milliseconds between two looks at scans that run. */
const runningMs = 4_000;

/** What a shared service keeps about the window's repositories: each part is asked for when it is opened. */
export class ServiceTree {
  readonly #parts: ServiceTreeParts;
  readonly #loaded = new Map<string, Promise<readonly ServiceNode[]>>();
  readonly #subscription: { dispose(): void };
  readonly #nodes = new Map<string, FolderNode | SectionNode>();
  /** By repository, what the person may do with it; asked for once, until everything is asked for anew. */
  readonly #asked = new Map<string, Promise<Permissions>>();
  readonly #held = new Map<string, Permissions>();
  /** Sections with scans that run. */
  readonly #running = new Set<SectionNode>();
  #seen: unknown;
  #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  isVisible = false;

  constructor(parts: ServiceTreeParts) {
    this.#parts = parts;
    this.#subscription = parts.session.onDidChange(() => this.#sessionChanged());
  }

  async children(node?: ServiceNode): Promise<readonly ServiceNode[]> {
    switch (node?.kind) {
      case undefined:
        return this.#roots();
      case 'folder':
        return sectionsOf(node.folder, this.#heldOn(node.folder)).map((section) => this.#kept(section));
      case 'section': {
        const rows = this.#loaded.get(node.id) ?? this.#load(node);
        this.#loaded.set(node.id, rows);
        return await rows;
      }
      case 'scan':
        return await this.#brought(node);
      case 'team':
        return await this.#people(node);
      case 'fact':
        return node.children ?? [];
      default:
        return [];
    }
  }

  /** Asks for everything anew, also for what the person may do. */
  reload(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#loaded.clear();
    this.#asked.clear();
    this.#parts.draw();
  }

  /** Asks for one part anew: something of it was changed. */
  reloadSection({ uri }: SessionFolder, section: Section): void {
    const id = `${uri} ${section}`;
    this.#loaded.delete(id);
    this.#parts.draw(this.#nodes.get(id));
  }

  /** What was refused for want of a permission was offered wrongly: what the person may do is asked for anew. */
  refused(error: unknown): void {
    const cause = error instanceof Failure ? error.cause : error;
    if (cause instanceof ApiError && cause.kind === 'forbidden') this.reload();
  }

  /** The service is another one: nothing of what the one before said is known any more. */
  forget(): void {
    this.#nodes.clear();
    this.#held.clear();
    this.reload();
  }

  dispose(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  #roots(): ServiceNode[] {
    const { session, account } = this.#parts;
    const present = account();
    // Without a folder the view says what to do.
    if (!present || (session.folders.length === 0 && session.activity.kind === 'unused')) return [];
    const roots = rootsOf(session.folders, (folder) => this.#heldOn(folder)).map((node) => this.#kept(node));
    return [accountRow(present, Date.now()), ...roots, ...failureRows(session)];
  }

  /** The editor knows a row by its object, so there is one for each id, as long as it is of the same repository. */
  #kept(node: FolderNode | SectionNode): ServiceNode {
    const known = this.#nodes.get(node.id);
    if (known?.folder.repositoryId === node.folder.repositoryId && lackOf(known) === lackOf(node))
      return known;
    this.#nodes.set(node.id, node);
    this.#loaded.delete(node.id);
    return node;
  }

  async #load(node: SectionNode): Promise<readonly ServiceNode[]> {
    const { signal } = this.#stop;
    const { folder, section } = node;
    try {
      const rows = await this.#parts.use(
        signal,
        async (api) => {
          const held = await this.#permissions(api, folder, signal);
          const head = section === 'pullRequests' ? await this.#parts.headOf(folder.uri) : undefined;
          return await rowsOf(api, folder, section, { held, head }, signal);
        },
        folder.uri,
      );
      if (section === 'scans' || section === 'pullRequests') this.#follow(node, rows);
      return rows;
    } catch (error) {
      if (signal.aborted) return [];
      this.#parts.log(`${section} of ${folder.name}: ${sentenceOf(error)}`);
      return [failedRow(node, sentenceOf(error))];
    }
  }

  #heldOn({ repositoryId }: SessionFolder): Permissions | undefined {
    return this.#held.get(repositoryId);
  }

  /** What the person may do with the repository of a folder. Rows that offer more than that are drawn again. */
  async #permissions(
    api: ServiceApi,
    { repositoryId: id }: SessionFolder,
    signal: AbortSignal,
  ): Promise<Permissions> {
    const asked = this.#asked.get(id) ?? api.access.permissionsOn(id, signal);
    this.#asked.set(id, asked);
    try {
      const held = await asked;
      const before = this.#held.get(id);
      this.#held.set(id, held);
      if ((before?.has('REPOSITORY_SCAN') ?? true) !== held.has('REPOSITORY_SCAN')) this.#parts.draw();
      return held;
    } catch (error) {
      this.#asked.delete(id);
      throw error;
    }
  }

  async #brought(node: ScanNode): Promise<readonly ServiceNode[]> {
    const { signal } = this.#stop;
    const { folder, scan } = node;
    try {
      const issues = await this.#parts.use(
        signal,
        (api) => api.repository.broughtIssues(scan.id, signal),
        folder.uri,
      );
      return broughtRows(node, issues);
    } catch (error) {
      return signal.aborted ? [] : [failedRow(node, sentenceOf(error))];
    }
  }

  async #people(node: TeamNode): Promise<readonly ServiceNode[]> {
    const { signal } = this.#stop;
    const { folder, access } = node;
    try {
      const people = await this.#parts.use(
        signal,
        (api) => api.access.peopleOf(access.team.id, signal),
        folder.uri,
      );
      return peopleRows(node, people);
    } catch (error) {
      return signal.aborted ? [] : [failedRow(node, sentenceOf(error))];
    }
  }

  /** Scans that nobody in this window started are in no session: they are looked at again while they are seen. */
  #follow(node: SectionNode, rows: readonly ServiceNode[]): void {
    if (!rows.some((row) => row.kind === 'scan' && !isFinished(row.scan.status))) return;
    this.#running.add(node);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const { id, folder, section } of this.#running)
        if (this.isVisible) this.reloadSection(folder, section);
        else this.#loaded.delete(id);
      this.#running.clear();
    }, runningMs).unref();
  }

  #sessionChanged(): void {
    const { history, folders, activity } = this.#parts.session;
    const seen = JSON.stringify([
      activity.kind,
      folders.map(({ uri, repositoryId }) => [uri, repositoryId]),
      history.map(({ scan }) => [scan.id, scan.status]),
    ]);
    if (seen !== this.#seen) {
      this.#seen = seen;
      for (const id of [...this.#loaded.keys()])
        if (/ (?:scans|pullRequests)$/.test(id)) this.#loaded.delete(id);
      this.#parts.draw();
    }
  }
}

async function rowsOf(
  api: ServiceApi,
  folder: SessionFolder,
  section: Section,
  { held, head }: { readonly held: Permissions; readonly head: Head | undefined },
  signal: AbortSignal,
): Promise<readonly ServiceNode[]> {
  const id = folder.repositoryId;
  try {
    switch (section) {
      case 'scans':
        return scanRows(folder, await api.repository.scans(id, signal), held);
      case 'pullRequests':
        return pullRequestRows(folder, await api.repository.pullRequestScans(id, signal), held, head);
      case 'schedules':
        return scheduleRows(folder, await api.repository.schedules(id, signal), held);
      case 'settings':
        return settingRows(folder, await api.settings.of(id, signal), held);
      case 'access':
        return accessRows(folder, await api.access.teamsOf(id, signal));
    }
  } catch (error) {
    const isWithout = error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind);
    if (!isWithout) throw error;
    return [withoutRow(folder, section)];
  }
}

function lackOf(node: FolderNode | SectionNode): string | undefined {
  return node.kind === 'section' ? node.lacks : undefined;
}

/** Why the window has no repository there, with what to do. */
function failureRows({ activity }: Session): FactNode[] {
  if (activity.kind !== 'failed') return [];
  const { what, actions = [] } = activity.failure;
  return [
    { kind: 'fact', id: 'failure', icon: 'warning', label: what, tooltip: what },
    ...actions.map(({ title, command, args }, index) => ({
      kind: 'fact' as const,
      id: `action ${index}`,
      icon: 'arrow-right',
      label: title,
      command,
      ...(args !== undefined && { args }),
    })),
  ];
}

function failedRow({ id }: SectionNode | ScanNode | TeamNode, sentence: string): FactNode {
  return {
    kind: 'fact',
    id: `${id} failed`,
    icon: 'warning',
    label: sentence,
    tooltip: sentence,
    command: 'parapet.serviceRefresh',
  };
}
