import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { type Package, searchPackages } from '../api/contract/dependencies.ts';

/** Packages of one repository that are listed; a service has the others. */
const mostListed = 20_000;
const packagesAtOnce = 1000;

export interface PackageList {
  readonly packages: readonly Package[];
  /** There are more than are listed. */
  readonly isCut: boolean;
}

/** The packages of repositories, as the extension asks for them. */
export class DependencyApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Every package of a repository, by name. @returns undefined where the service lists none */
  async packages(repositoryId: string, signal: AbortSignal): Promise<PackageList | undefined> {
    const packages: Package[] = [];
    let cursor: string | undefined;
    do {
      const request = {
        repositoryIds: [repositoryId],
        limit: packagesAtOnce,
        ...(cursor !== undefined && { cursor }),
      };
      try {
        const page = await this.#client.call(searchPackages, request, { signal });
        packages.push(...page.packages);
        // A service that goes in a circle is not followed for ever.
        cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
      } catch (error) {
        if (error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind))
          return undefined;
        throw error;
      }
    } while (cursor !== undefined && packages.length < mostListed);
    return { packages, isCut: cursor !== undefined };
  }
}
