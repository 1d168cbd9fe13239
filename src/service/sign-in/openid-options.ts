/** The operator's OpenID Connect provider. */
export interface OpenIdOptions {
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a client without one, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
}

/**
 * What `parapet serve` signs people in with: PARAPET_OIDC_ISSUER, PARAPET_OIDC_CLIENT_ID, PARAPET_OIDC_CLIENT_SECRET.
 * @returns undefined where no provider is named
 * @throws Error with a sentence for the user
 */
export function openIdOptionsOf(environment: NodeJS.ProcessEnv): OpenIdOptions | undefined {
  const text = environment['PARAPET_OIDC_ISSUER']?.trim() || undefined;
  if (text === undefined) return undefined;
  const issuer = URL.parse(text);
  if (!issuer || !/^https?:$/.test(issuer.protocol) || `${issuer.username}${issuer.password}` !== '')
    throw new Error('PARAPET_OIDC_ISSUER must be the https address of an OpenID Connect provider.');
  const clientId = environment['PARAPET_OIDC_CLIENT_ID']?.trim();
  if (!clientId)
    throw new Error('PARAPET_OIDC_CLIENT_ID must be the id that the provider gave this service.');
  return { issuer, clientId, clientSecret: environment['PARAPET_OIDC_CLIENT_SECRET']?.trim() || undefined };
}
