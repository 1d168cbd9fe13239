import type { z } from 'zod';
import type { Outbound } from '../../core/outbound.ts';
import { ApiClient, segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';
import type { ProviderAccess } from '../provider.ts';
import { tokenSource } from './credentials.ts';
import { Mutation } from './schemas.ts';

/** GitHub's two interfaces, with credentials. */
export interface GitHubApi {
  readonly rest: ApiClient;
  readonly isApp: boolean;
  /** `repos/{owner}/{name}` @throws ProviderFailure for a path that is no repository's */
  repository(path: string): string;
  token(): Promise<string>;
  query<T extends z.ZodType>(
    schema: T,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<z.output<T>>;
  mutate(query: string, variables: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<void>;
}

/** Where GitHub answers: github.com has a host of its own for it, GitHub Enterprise Server a path. */
export function apiUrlsOf(baseUrl: string): { rest: string; graphql: string } {
  const { hostname, protocol } = new URL(baseUrl);
  if (hostname === 'github.com')
    return { rest: 'https://api.github.com', graphql: 'https://api.github.com/graphql' };
  // GitHub Enterprise Cloud with data residency.
  if (hostname.endsWith('.ghe.com'))
    return { rest: `${protocol}//api.${hostname}`, graphql: `${protocol}//api.${hostname}/graphql` };
  return { rest: `${baseUrl}/api/v3`, graphql: `${baseUrl}/api/graphql` };
}

const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };

export function gitHubApi(outbound: Pick<Outbound, 'send'>, access: ProviderAccess): GitHubApi {
  const urls = apiUrlsOf(access.baseUrl);
  const token = tokenSource(outbound, urls.rest, access.credential);
  const authorize = async () => ({ ...headers, authorization: `Bearer ${await token()}` });
  const rest = new ApiClient(outbound, urls.rest, authorize);
  const graphql = new ApiClient(outbound, new URL('.', urls.graphql).href, authorize);
  const ask = <T extends z.ZodType>(
    schema: T,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ) =>
    // Each query reads, or sets something to a value.
    graphql.read(schema, 'graphql', {
      method: 'POST',
      json: { query, variables },
      isIdempotent: true,
      signal,
    });
  return {
    rest,
    isApp: access.credential.kind === 'githubApp',
    token,
    repository: (path) => {
      const [owner, name, ...more] = path.split('/');
      if (!owner || !name || more.length > 0)
        throw new ProviderFailure('missing', `${path} is not the name of a repository at ${rest.host}.`);
      return `repos/${segments(owner, name)}`;
    },
    query: ask,
    mutate: async (query, variables, signal) => {
      const { errors } = await ask(Mutation, query, variables, signal);
      if (errors && errors.length > 0)
        throw new ProviderFailure(
          'forbidden',
          `${rest.host} does not let the installation’s credentials do this. They need write access to pull requests.`,
        );
    },
  };
}
