import type { Client } from '../../api/client.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { searchIssues } from '../../api/contract/issues.ts';
import { addRepositoryByUrl, type Repository } from '../../api/contract/repositories/repositories.ts';
import { listScans, rescanPullRequest, type Scan, startScans } from '../../api/contract/scans/scans.ts';
import {
  deleteScanSchedule,
  getScanSchedules,
  type ScanSchedule,
  upsertScanSchedule,
} from '../../api/contract/scans/schedules.ts';
import { withoutCredentials } from '../remote-url.ts';

/** When a branch is scanned. */
export interface Schedule {
  /** The default branch where undefined. */
  readonly branch: string | undefined;
  /** Five cron fields, in UTC. */
  readonly crontab: string;
}

/** The pull request of a branch that is pushed. */
export interface PullRequestOfBranch {
  readonly number: number;
  readonly branch: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
}

const scansAtOnce = 50;
const pullRequestsAtOnce = 25;
const broughtAtOnce = 100;

/** What a shared service keeps about a repository, as the extension asks for it. */
export class RepositoryApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Adds a repository that the service fetches itself; one that is there already is the answer.
   * @param remote address of a git remote; a user or token in it is not sent
   */
  async addByUrl(remote: string, signal: AbortSignal): Promise<Repository> {
    const url = withoutCredentials(remote);
    const { repository } = await this.#client.call(addRepositoryByUrl, { url }, { signal });
    return repository;
  }

  /** The latest full scans of all branches, newest first. */
  async scans(repositoryId: string, signal: AbortSignal): Promise<readonly Scan[]> {
    const request = { repositoryId, kinds: ['FULL' as const], limit: scansAtOnce };
    const { scans } = await this.#client.call(listScans, request, { signal });
    return scans.filter(({ kind }) => kind === 'FULL');
  }

  /** The latest scan of each pull request, newest first. */
  async pullRequestScans(repositoryId: string, signal: AbortSignal): Promise<readonly Scan[]> {
    const request = {
      repositoryId,
      kinds: ['PR' as const],
      groupByPullRequest: true,
      limit: pullRequestsAtOnce,
    };
    const { scans } = await this.#client.call(listScans, request, { signal });
    return scans.filter(({ kind }) => kind === 'PR');
  }

  /** What the scan of a pull request found that the pull request brings, worst first; the first hundred. */
  async broughtIssues(scanId: string, signal: AbortSignal): Promise<readonly IssueListItem[]> {
    const { issues } = await this.#client.call(searchIssues, { scanId, limit: broughtAtOnce }, { signal });
    return issues;
  }

  /** Scans what a pull request brings. */
  async scanPullRequest(
    repositoryId: string,
    pullRequest: PullRequestOfBranch,
    signal: AbortSignal,
  ): Promise<Scan> {
    const { number, branch, base } = pullRequest;
    const asked = { number, headRef: `refs/heads/${branch}`, baseBranch: base };
    const request = { repositoryIds: [repositoryId], pullRequest: asked };
    const { scans } = await this.#client.call(startScans, request, { signal });
    const [scan] = scans;
    if (!scan) throw new Error('The service started no scan and gave no reason.');
    return scan;
  }

  /** Scans the pull request of an earlier scan again. */
  async rescanPullRequest(scanId: string, signal: AbortSignal): Promise<Scan> {
    const { scan } = await this.#client.call(rescanPullRequest, { scanId }, { signal });
    return scan;
  }

  async schedules(repositoryId: string, signal: AbortSignal): Promise<readonly ScanSchedule[]> {
    const { schedules } = await this.#client.call(getScanSchedules, { repositoryId }, { signal });
    return schedules;
  }

  /** Adds a schedule, or changes one. @param scheduleId the one that changes; a new one where undefined */
  async saveSchedule(
    repositoryId: string,
    { branch, crontab }: Schedule,
    scheduleId: string | undefined,
    signal: AbortSignal,
  ): Promise<ScanSchedule> {
    const request = {
      repositoryId,
      executionCriteriaCrontab: crontab,
      ...(branch !== undefined && { scanBranch: branch }),
      ...(scheduleId !== undefined && { scheduleId }),
    };
    const { schedule } = await this.#client.call(upsertScanSchedule, request, { signal });
    return schedule;
  }

  async deleteSchedule(repositoryId: string, scheduleId: string, signal: AbortSignal): Promise<void> {
    await this.#client.call(deleteScanSchedule, { repositoryIds: [repositoryId], scheduleId }, { signal });
  }
}
