import type { Configuration } from 'openid-client';
import * as z from 'zod';
import { fetchOver, type Outbound } from '../core/outbound.ts';
import type { OpenIdOptions } from './openid-options.ts';

/** Whom the provider says that the browser belongs to. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined unless the provider says that it has verified the address. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
}

/** What a sign-in that was begun has to be ended with; the browser keeps it meanwhile. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider's answer is not what it has to be, or there is none. The cause has the details. */
export class OpenIdFailure extends Error {
  /** Whether the provider cannot be spoken with, or did not confirm who somebody is. */
  readonly kind: 'away' | 'notConfirmed';

  constructor(kind: OpenIdFailure['kind'], message: string, options: ErrorOptions) {
    super(message, options);
    this.name = 'OpenIdFailure';
    this.kind = kind;
  }
}

const scopes = 'openid email profile';
/** Seconds by which the provider's clock may differ. */
const clockToleranceSeconds = 60;
const timeoutSeconds = 15;
/** What a provider says of itself is asked for again after this time. */
const discoveryMs = 6 * 3_600_000;

const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().max(200).optional().catch(undefined),
});

/** Signs people in at an OpenID Connect provider: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1). */
export class OpenId {
  readonly #options: OpenIdOptions;
  readonly #outbound: Pick<Outbound, 'send'>;
  #found: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined;

  constructor(options: OpenIdOptions, outbound: Pick<Outbound, 'send'>) {
    this.#options = options;
    this.#outbound = outbound;
  }

  /** What people know the provider by. */
  get name(): string {
    return this.#options.issuer.host;
  }

  /** Where the browser goes, and what to keep until it comes back. @throws OpenIdFailure */
  async begin(redirectUri: URL): Promise<{ readonly url: URL; readonly pending: PendingSignIn }> {
    const client = await import('openid-client');
    const configuration = await this.#configuration();
    const pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri.href,
      scope: scopes,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return { url, pending };
  }

  /**
   * Exchanges the code that the browser came back with.
   * @param cameTo the redirect address with what the provider added
   * @throws OpenIdFailure
   */
  async finish(cameTo: URL, { state, nonce, verifier }: PendingSignIn): Promise<Identity> {
    const client = await import('openid-client');
    const configuration = await this.#configuration();
    try {
      const answer = await client.authorizationCodeGrant(configuration, cameTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = claimsSchema.parse(answer.claims());
      // Some providers tell the address only there.
      const more =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? claimsSchema.parse(await client.fetchUserInfo(configuration, answer.access_token, claims.sub))
          : claims;
      return {
        issuer: configuration.serverMetadata().issuer,
        subject: claims.sub,
        verifiedEmail: more.email_verified === true ? more.email?.toLowerCase() : undefined,
        name: more.name ?? claims.name,
      };
    } catch (cause) {
      throw new OpenIdFailure('notConfirmed', `${this.name} did not confirm who you are.`, { cause });
    }
  }

  async #configuration(): Promise<Configuration> {
    const at = performance.now();
    if (!this.#found || at - this.#found.at > discoveryMs) {
      this.#found = { configuration: this.#discover(), at };
      // The next person tries anew.
      this.#found.configuration.catch(() => {
        this.#found = undefined;
      });
    }
    return this.#found.configuration;
  }

  async #discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#options;
    const ownFetch = fetchOver(this.#outbound);
    try {
      return await client.discovery(
        issuer,
        clientId,
        { [client.clockTolerance]: clockToleranceSeconds },
        clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
        {
          [client.customFetch]: (url, { method, headers, body, signal }) =>
            ownFetch(url, { method, headers, ...formOf(body), ...(signal && { signal }) }),
          timeout: timeoutSeconds,
          execute: [
            client.enableNonRepudiationChecks,
            // Only in the service's own network; the outbound requests see to that.
            ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
          ],
        },
      );
    } catch (cause) {
      throw new OpenIdFailure('away', `${this.name} cannot be reached, or is no OpenID Connect provider.`, {
        cause,
      });
    }
  }
}

/** The library sends forms only. */
const formOf = (body: unknown): { readonly body?: string } =>
  body instanceof URLSearchParams || typeof body === 'string' ? { body: body.toString() } : {};
