import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { LicensePolicy } from '../api/contract/dependencies.ts';
import type { EventOf, RequestOf, ResponseOf } from '../api/contract/endpoint.ts';
import type { Issue, IssueListItem } from '../api/contract/issue.ts';
import { getIssue, updateIssueStatuses } from '../api/contract/issues.ts';
import { addLocalRepository, type Repository } from '../api/contract/repositories/repositories.ts';
import { scanEvents } from '../api/contract/scans/scan-events.ts';
import {
  cancelScan,
  getScan,
  listScans,
  type Scan,
  type ScanDetail,
  startScans,
} from '../api/contract/scans/scans.ts';
import { statsSummary } from '../api/contract/stats.ts';
import {
  finishedScanStatuses,
  type IssueStatus,
  type OnlineSource,
  type ReleaseTrack,
  type ScanDepth,
  type ThreatModel,
} from '../api/contract/vocabulary.ts';
import { jobStates } from '../api/follow-job.ts';
import { usualThreatModels } from '../api/threat-models.ts';
import { CodeScanApi } from './code-scan-api.ts';
import { AdvisoryApi, DependencyApi } from './dependency-api.ts';
import { InventoryApi } from './inventory-api.ts';
import { InvestigationApi } from './investigation-api.ts';
import { PatchApi } from './patch-api.ts';
import { AccessApi } from './repository/access-api.ts';
import { allIssues } from './repository/all-issues.ts';
import { repositoryOfRemotes } from './repository/find-repository.ts';
import { PackApi } from './repository/pack-api.ts';
import { ReportApi } from './repository/report-api.ts';
import { RepositoryApi } from './repository/repository-api.ts';
import { RuleApi } from './repository/rule-api.ts';
import { SearchApi } from './repository/search-api.ts';
import { SettingsApi } from './repository/settings-api.ts';
import { TrackerApi } from './repository/tracker-api.ts';
import { TriageApi } from './triage-api.ts';

export type ScanEvent = EventOf<typeof scanEvents>;

export interface StartedScan {
  readonly scan: Scan;
  readonly wasRunning: boolean;
}

/** A person's decision about issues. */
export interface StatusChange {
  readonly status: IssueStatus;
  readonly reason?: string | undefined;
  /** When a suppression ends by itself, as ISO 8601. */
  readonly until?: string | undefined;
}

/** Issues that one request may change. */
const largestSelection = 100;

/** How a scan is to be. */
export interface ScanChoices {
  readonly depth?: ScanDepth | undefined;
  /** The service's own choice where undefined. */
  readonly branch?: string | undefined;
  /** What the user did not choose is not named, so that the repository's own choices hold. */
  readonly keepsUsual?: boolean;
  /** Those that are switched on. */
  readonly threatModels?: readonly ThreatModel[] | undefined;
  /** The rules that are still being measured, too, or without them; the repository's own setting where undefined. */
  readonly releaseTrack?: ReleaseTrack | undefined;
  /** Whether hints are told, too. */
  readonly hints?: boolean | undefined;
  /** Where packages are looked up over the network. */
  readonly onlineSources?: readonly OnlineSource[] | undefined;
  /** Which licences packages may have; any where undefined. */
  readonly licensePolicy?: LicensePolicy | undefined;
}

/**
 * What the extension asks of a service, in the extension's words. This module and the contract's schemas behind it
 * are loaded with the first connection, not at activation: views import its types only.
 */
export class ServiceApi {
  readonly advisories: AdvisoryApi;
  readonly codeScans: CodeScanApi;
  readonly dependencies: DependencyApi;
  readonly inventory: InventoryApi;
  readonly investigations: InvestigationApi;
  readonly triage: TriageApi;
  readonly packs: PackApi;
  readonly patches: PatchApi;
  readonly reports: ReportApi;
  readonly repository: RepositoryApi;
  readonly rules: RuleApi;
  readonly search: SearchApi;
  readonly settings: SettingsApi;
  readonly trackers: TrackerApi;
  readonly access: AccessApi;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
    this.advisories = new AdvisoryApi(client);
    this.codeScans = new CodeScanApi(client);
    this.dependencies = new DependencyApi(client);
    this.inventory = new InventoryApi(client);
    this.investigations = new InvestigationApi(client);
    this.triage = new TriageApi(client);
    this.packs = new PackApi(client);
    this.patches = new PatchApi(client);
    this.reports = new ReportApi(client);
    this.repository = new RepositoryApi(client);
    this.rules = new RuleApi(client);
    this.search = new SearchApi(client);
    this.settings = new SettingsApi(client);
    this.trackers = new TrackerApi(client);
    this.access = new AccessApi(client);
  }

  async addLocalRepository(path: string, name: string, signal: AbortSignal): Promise<Repository> {
    const { repository } = await this.#client.call(addLocalRepository, { path, name }, { signal });
    return repository;
  }

  /**
   * The repository that the service knows by the first of these addresses of git remotes that it knows.
   * @param remotes a user or token in them is not sent
   */
  async repositoryOfRemotes(
    remotes: readonly string[],
    signal: AbortSignal,
  ): Promise<Repository | undefined> {
    return await repositoryOfRemotes(this.#client, remotes, signal);
  }

  /** Starts a full scan; where the service says that one is running already, that one is the answer. */
  async startScan(
    repositoryId: string,
    signal: AbortSignal,
    {
      depth = 'standard',
      branch,
      releaseTrack,
      keepsUsual = false,
      threatModels = usualThreatModels,
      hints = false,
      onlineSources = [],
      licensePolicy,
    }: ScanChoices = {},
  ): Promise<StartedScan> {
    const isUsual = threatModels.toSorted().join() === usualThreatModels.toSorted().join();
    // Not named where it is the usual one: a service may not know the field.
    const request: RequestOf<typeof startScans> = {
      repositoryIds: [repositoryId],
      ...(branch !== undefined && { branch }),
      ...(depth === 'deep' && { depth }),
      ...(releaseTrack && { releaseTrack }),
      ...(hints && { hints }),
      ...(onlineSources.length > 0 && { onlineSources: [...onlineSources] }),
      ...(!(keepsUsual && isUsual) && { threatModels: [...threatModels] }),
      ...(!(keepsUsual && licensePolicy === undefined) && { licensePolicy: licensePolicy ?? null }),
    };
    try {
      const { scans } = await this.#start(request, signal, [
        ...(isUsual ? (['threatModels'] as const) : []),
        ...(licensePolicy ? [] : (['licensePolicy'] as const)),
      ]);
      const [scan] = scans;
      if (!scan) throw new Error('The service started no scan and gave no reason.');
      return { scan, wasRunning: false };
    } catch (error) {
      if (depth === 'deep' && refuses(error, 'depth'))
        throw notOffered('This service does not offer deeper scans.', error);
      if (hints && refuses(error, 'hints'))
        throw notOffered('This service offers no hints. Switch off the setting parapet.scan.hints.', error);
      if (refuses(error, 'onlineSources'))
        throw notOffered(
          'This service looks no packages up online. Reset the setting parapet.scan.onlineSources.',
          error,
        );
      if (licensePolicy && refuses(error, 'licensePolicy'))
        throw notOffered('This service checks no licences. Reset the settings parapet.licenses.', error);
      if (refuses(error, 'threatModels'))
        throw notOffered(
          'This service does not let you choose threat models. Reset the setting parapet.scan.threatModels.',
          error,
        );
      const running = runningScanOf(error);
      if (running === undefined) throw error;
      return { scan: await this.scan(running, signal), wasRunning: true };
    }
  }

  /** @param usual fields that say nothing of their own: left out where the service does not know them */
  async #start(
    request: RequestOf<typeof startScans>,
    signal: AbortSignal,
    usual: readonly ('threatModels' | 'licensePolicy')[],
  ): Promise<ResponseOf<typeof startScans>> {
    try {
      return await this.#client.call(startScans, request, { signal });
    } catch (error) {
      const unknown = usual.find((field) => request[field] !== undefined && refuses(error, field));
      if (!unknown) throw error;
      const { [unknown]: _, ...rest } = request;
      return await this.#start(rest, signal, usual);
    }
  }

  /** Asks a scan to end; one that has ended already is left as it is. */
  async cancelScan(scanId: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#client.call(cancelScan, { scanId }, { signal });
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'conflict')) throw error;
    }
  }

  /**
   * A scan's events from its beginning; ends with `done`, and goes on after a lost connection. From a service that offers no
   * events, only how far the scan is, asked again and again until it has ended.
   */
  async *watchScan(scanId: string, signal: AbortSignal): AsyncGenerator<ScanEvent, void> {
    try {
      yield* this.#client.events(scanEvents, { id: scanId }, { signal });
    } catch (error) {
      // An address that a service does not know may look like a scan that is not there: the look tells.
      const isUnknown = error instanceof ApiError && error.kind === 'notFound';
      if (!isWithout(error) && !isUnknown) throw error;
      yield* this.#lookAtScan(scanId, signal);
    }
  }

  async *#lookAtScan(scanId: string, signal: AbortSignal): AsyncGenerator<ScanEvent, void> {
    const states = jobStates(
      {
        look: () => this.scan(scanId, signal),
        isEnded: ({ status }) => finishedScanStatuses.includes(status),
      },
      { signal },
    );
    for await (const { status, progress } of states) {
      yield { event: 'scan.status', data: { scanId, status } };
      if (progress) yield { event: 'scan.progress', data: progress };
    }
  }

  /** The latest scans of branches, newest first. Those of pull requests find issues that no branch has. */
  async latestScans(repositoryId: string, limit: number, signal: AbortSignal): Promise<readonly Scan[]> {
    const request = { repositoryId, limit, kinds: ['FULL' as const, 'SCA' as const] };
    const { scans } = await this.#client.call(listScans, request, { signal });
    return scans.filter(({ kind }) => kind !== 'PR');
  }

  /**
   * What differs once issues or scans of a repository have changed, whoever changed them: cheap to ask for.
   * @returns an empty text where the service does not say
   */
  async stateOf(repositoryId: string, signal: AbortSignal): Promise<string> {
    try {
      return JSON.stringify(await this.#client.call(statsSummary, { repositoryId }, { signal }));
    } catch (error) {
      if (!isWithout(error)) throw error;
      return '';
    }
  }

  async scan(id: string, signal: AbortSignal): Promise<ScanDetail> {
    const { scan } = await this.#client.call(getScan, { id }, { signal });
    return scan;
  }

  /**
   * All issues of a repository, worst first.
   * @param branch those of this one alone
   * @param onPage is given them as they come, some at a time
   */
  async issues(
    repositoryId: string,
    branch: string | undefined,
    signal: AbortSignal,
    onPage: (issues: readonly IssueListItem[]) => void = () => undefined,
  ): Promise<readonly IssueListItem[]> {
    const all: IssueListItem[] = [];
    for await (const page of allIssues(this.#client, repositoryId, branch, signal)) {
      all.push(...page);
      onPage(page);
    }
    return all;
  }

  async issue(id: string, signal: AbortSignal): Promise<Issue> {
    const { issue } = await this.#client.call(getIssue, { id }, { signal });
    return issue;
  }

  /** Sets the status of issues; where they are many, in several requests. @returns them as they are then */
  async setStatus(
    issueIds: readonly string[],
    { status, reason, until }: StatusChange,
    signal: AbortSignal,
  ): Promise<readonly IssueListItem[]> {
    const changed: IssueListItem[] = [];
    const decision = {
      status,
      ...(reason === undefined ? {} : { reason }),
      ...(until === undefined ? {} : { until }),
    };
    for (let start = 0; start < issueIds.length; start += largestSelection) {
      const batch = issueIds.slice(start, start + largestSelection);
      const { issues } = await this.#client.call(
        updateIssueStatuses,
        { issueIds: batch, ...decision },
        { signal },
      );
      changed.push(...issues);
    }
    return changed;
  }
}

/** Whether the service refused the request for a field that it does not know. */
function refuses(error: unknown, field: string): boolean {
  return (
    error instanceof ApiError &&
    error.kind === 'invalid' &&
    (error.issues.some(({ path, message }) => `${path} ${message}`.includes(field)) ||
      error.message.includes(field))
  );
}

function notOffered(what: string, cause: unknown): ApiError {
  return new ApiError('notOffered', what, { cause });
}

/** The scan that a refused start says is in progress. */
function runningScanOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.kind === 'conflict' ? error.scanId : undefined;
}

/** Whether the service does not have an operation. */
function isWithout(error: unknown): boolean {
  return error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind);
}
