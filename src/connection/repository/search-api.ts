import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { ResponseOf } from '../../api/contract/endpoint.ts';
import { type HttpEndpoint, listEndpoints } from '../../api/contract/endpoints.ts';
import {
  maximumQueryLength,
  searchEndpointsByMeaning,
  searchIssuesByMeaning,
} from '../../api/contract/semantic-search.ts';

export type FoundIssue = ResponseOf<typeof searchIssuesByMeaning>['vulnerabilities'][number];

export interface EndpointPage {
  readonly endpoints: readonly HttpEndpoint[];
  readonly nextCursor?: string | undefined;
}

/** Results that one search lists. */
const mostResults = 50;
const endpointsAtOnce = 100;

/** The endpoints of repositories and the search by meaning, as the extension asks for them. */
export class SearchApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Issues that a text means, the most relevant first.
   * @returns undefined where the service has no such search
   */
  async issues(text: string, signal: AbortSignal): Promise<readonly FoundIssue[] | undefined> {
    return await orNotOffered(async () => {
      const request = { query: text.slice(0, maximumQueryLength), limit: mostResults };
      return (await this.#client.call(searchIssuesByMeaning, request, { signal })).vulnerabilities;
    });
  }

  /** As `issues`, of endpoints. */
  async endpoints(text: string, signal: AbortSignal): Promise<readonly HttpEndpoint[] | undefined> {
    return await orNotOffered(async () => {
      const request = { query: text.slice(0, maximumQueryLength), limit: mostResults };
      return (await this.#client.call(searchEndpointsByMeaning, request, { signal })).endpoints;
    });
  }

  /** A page of a repository's endpoints, by path. @returns undefined where the service lists none */
  async endpointsOf(
    repositoryId: string,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<EndpointPage | undefined> {
    const request = {
      repositoryIds: [repositoryId],
      limit: endpointsAtOnce,
      ...(cursor !== undefined && { cursor }),
    };
    return await orNotOffered(() => this.#client.call(listEndpoints, request, { signal }));
  }
}

async function orNotOffered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isWithout = error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind);
    if (!isWithout) throw error;
    return undefined;
  }
}
