import * as z from 'zod';
import { ApiClient } from '../../providers/api-client.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { PostureAccess, Sending } from './posture.ts';

const Token = z.object({
  access_token: z.string().min(1).max(16_384),
  /** Seconds. */
  expires_in: z.number().positive().optional(),
});

/** An access token is given back this long before it ends: a request takes a while. */
const earlyMs = 60_000;
const usualMs = 600_000;

const answerOf = <T extends z.ZodType>(data: T) =>
  z.object({
    data: data.nullish(),
    errors: z.array(z.object({ extensions: z.object({ code: z.string().optional() }).nullish() })).nullish(),
  });

/** Reads from a GraphQL interface, one query at a time, with client credentials of OAuth 2.0 (RFC 6749, section 4.4). */
export class GraphQlReader {
  readonly #access: PostureAccess;
  readonly #audience: string;
  readonly #api: ApiClient;
  readonly #apiPath: string;
  readonly #tokens: ApiClient;
  #token: { readonly text: string; readonly until: number } | undefined;

  constructor(outbound: Sending, access: PostureAccess, audience: string) {
    this.#access = access;
    this.#audience = audience;
    const token = async (signal?: AbortSignal) => ({
      authorization: `Bearer ${await this.#tokenFor(signal)}`,
    });
    this.#api = new ApiClient(outbound, folderOf(access.apiUrl), token, 'integration');
    this.#apiPath = nameOf(access.apiUrl);
    this.#tokens = new ApiClient(outbound, folderOf(access.tokenUrl), async () => ({}), 'integration');
  }

  get host(): string {
    return this.#api.host;
  }

  /** @throws ProviderFailure; credentials are refused only once a new token is, too */
  async read<T extends z.ZodType>(
    data: T,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    try {
      return await this.#ask(data, query, variables, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.fault !== 'credentials') throw error;
      // Without one, there is none to renew.
      if (this.#token === undefined) throw error;
      this.#token = undefined;
      return await this.#ask(data, query, variables, signal);
    }
  }

  async #ask<T extends z.ZodType>(
    data: T,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    const request = { method: 'POST', json: { query, variables }, isIdempotent: true, signal } as const;
    const answer = await this.#api.read(answerOf(data), this.#apiPath, request);
    const [error] = answer.errors ?? [];
    if (error) throw this.#failureOf(error.extensions?.code);
    if (answer.data === undefined || answer.data === null)
      throw new ProviderFailure('unreachable', `${this.host} answered without data.`);
    return answer.data as z.output<T>;
  }

  #failureOf(code: string | undefined): ProviderFailure {
    switch (code) {
      case 'UNAUTHENTICATED':
        return new ProviderFailure('credentials', `${this.host} refuses the access token.`);
      case 'FORBIDDEN':
      case 'UNAUTHORIZED':
        return new ProviderFailure(
          'forbidden',
          `${this.host} does not let the service account read this. Give it the permissions that the documentation names.`,
        );
      default:
        return new ProviderFailure('refused', `${this.host} refused the query.`);
    }
  }

  async #tokenFor(signal: AbortSignal | undefined): Promise<string> {
    const now = Date.now();
    if (this.#token && this.#token.until > now) return this.#token.text;
    const { clientId, clientSecret } = this.#access.credential;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      audience: this.#audience,
      client_id: clientId,
      client_secret: clientSecret,
    });
    const request = { method: 'POST', form, isIdempotent: true, signal } as const;
    const { access_token: text, expires_in: seconds } = await this.#tokens
      .read(Token, nameOf(this.#access.tokenUrl), request)
      .catch((error: unknown) => {
        // OAuth answers 400 `invalid_client` as well as 401.
        if (error instanceof ProviderFailure && (error.fault === 'refused' || error.fault === 'credentials'))
          throw new ProviderFailure(
            'credentials',
            `${this.#tokens.host} refuses the client ID or the client secret.`,
            { cause: error },
          );
        throw error;
      });
    this.#token = { text, until: now + (seconds === undefined ? usualMs : seconds * 1_000 - earlyMs) };
    return text;
  }
}

/** An address apart from its last segment, and that segment. */
const folderOf = (address: string): string => new URL('.', address).href;
const nameOf = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? '';
