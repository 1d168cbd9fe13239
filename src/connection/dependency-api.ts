import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import {
  type AdvisoryJob,
  type AdvisorySet,
  cancelAdvisoryUpdate,
  importAdvisories,
  listAdvisories,
  removeAdvisories,
  updateAdvisories,
} from '../api/contract/advisories.ts';
import {
  exportVex,
  importVex,
  maximumVexText,
  type Package,
  searchPackages,
} from '../api/contract/dependencies.ts';
import type { RequestOf, ResponseOf } from '../api/contract/endpoint.ts';
import { jobStates } from '../api/follow-job.ts';

/** Packages of one repository that are listed; a service has the others. */
const mostListed = 20_000;
const packagesAtOnce = 1000;

export interface PackageList {
  readonly packages: readonly Package[];
  /** There are more than are listed. */
  readonly isCut: boolean;
  /** What the cloud posture integration of the service says of the repository; undefined where it says nothing. */
  readonly exposure: RepositoryExposure | undefined;
}

export interface RepositoryExposure {
  readonly isExposed: boolean;
  /** When the integration was read last: ISO 8601. */
  readonly asOf: string;
}

export type VexFormat = NonNullable<RequestOf<typeof exportVex>['format']>;
export type VexExport = ResponseOf<typeof exportVex>;
export type VexImport = ResponseOf<typeof importVex>;

/** The packages of repositories, as the extension asks for them. */
export class DependencyApi {
  /** Characters of a VEX document that the contract takes. */
  readonly longestVex = maximumVexText;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Every package of a repository, by name. @returns undefined where the service lists none */
  async packages(repositoryId: string, signal: AbortSignal): Promise<PackageList | undefined> {
    const packages: Package[] = [];
    let cursor: string | undefined;
    let exposure: RepositoryExposure | undefined;
    do {
      const request = {
        repositoryIds: [repositoryId],
        limit: packagesAtOnce,
        ...(cursor !== undefined && { cursor }),
      };
      try {
        const page = await this.#client.call(searchPackages, request, { signal });
        packages.push(...page.packages);
        if (page.exposure && page.packages.length > 0)
          exposure = {
            asOf: page.exposure.asOf,
            isExposed: page.exposure.repositoryIds.includes(repositoryId),
          };
        // A service that goes in a circle is not followed for ever.
        cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
      } catch (error) {
        if (error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind))
          return undefined;
        throw error;
      }
    } while (cursor !== undefined && packages.length < mostListed);
    return { packages, isCut: cursor !== undefined, exposure };
  }

  /** What was decided about the vulnerable packages of a repository, on every branch. */
  async exportVex(repositoryId: string, format: VexFormat, signal: AbortSignal): Promise<VexExport> {
    return await this.#client.call(exportVex, { repositoryId, format }, { signal });
  }

  /** Decides about issues as a document says. @param dryRun says what would be decided, and changes nothing */
  async importVex(
    repositoryId: string,
    document: string,
    dryRun: boolean,
    signal: AbortSignal,
  ): Promise<VexImport> {
    return await this.#client.call(importVex, { repositoryId, document, dryRun }, { signal });
  }
}

/** The advisories of a service, as the extension asks for them. */
export class AdvisoryApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** What the service matches packages with. */
  async sets(signal: AbortSignal): Promise<readonly AdvisorySet[]> {
    return (await this.#client.call(listAdvisories, {}, { signal })).sets;
  }

  /** Downloads the advisories of the ecosystems that repositories have. @param from a mirror; OSV when omitted */
  async *update(from: string | undefined, signal: AbortSignal): AsyncGenerator<AdvisoryJob, AdvisoryJob> {
    const request = from === undefined ? {} : { from };
    const { job } = await this.#client.call(updateAdvisories, request, { signal });
    return yield* this.#follow(job, signal);
  }

  /** Imports an archive or a folder on the service's machine. @param path absolute */
  async *import(path: string, signal: AbortSignal): AsyncGenerator<AdvisoryJob, AdvisoryJob> {
    const { job } = await this.#client.call(importAdvisories, { path }, { signal });
    return yield* this.#follow(job, signal);
  }

  async remove(id: string, signal: AbortSignal): Promise<void> {
    await this.#client.call(removeAdvisories, { id }, { signal });
  }

  /** The states of a job until it ends. Nobody who stops following it wants it any more: it is cancelled then. */
  async *#follow(started: AdvisoryJob, signal: AbortSignal): AsyncGenerator<AdvisoryJob, AdvisoryJob> {
    const look = async (during: AbortSignal): Promise<AdvisoryJob> =>
      (await this.#client.call(listAdvisories, {}, { signal: during })).job ?? started;
    try {
      return yield* jobStates(
        { look, known: started, isEnded: ({ id, status }) => id !== started.id || status !== 'RUNNING' },
        { signal, longestPauseMs: 1_000 },
      );
    } catch (error) {
      if (signal.aborted) {
        const { signal: last } = new AbortController();
        await this.#client
          .call(cancelAdvisoryUpdate, { jobId: started.id }, { signal: last })
          .catch(() => undefined);
      }
      throw error;
    }
  }
}
