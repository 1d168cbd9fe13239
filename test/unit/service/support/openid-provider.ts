import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { OpenIdOptions } from '../../../../src/service/sign-in/openid-options.ts';

interface Asked {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

const clientId = 'parapet';
const clientSecret = 'a secret:of the client';

/** An OpenID Connect provider on loopback: it approves everybody at once, as whoever the test says they are. */
export class OpenIdProvider implements AsyncDisposable {
  /** Of the person at the browser. */
  claims: JWTPayload = { sub: 'subject-1', email: 'Ada@Example.com', email_verified: true, name: 'Ada' };
  /** What a hostile or broken provider changes in the identity token. */
  altered: JWTPayload = {};
  /** Signs with a key that the provider does not publish. */
  signsWithOtherKey = false;
  readonly #server: Server;
  readonly #codes = new Map<string, Asked>();
  readonly #keys: { readonly own: CryptoKey; readonly other: CryptoKey; readonly published: object };

  private constructor(keys: { own: CryptoKey; other: CryptoKey; published: object }) {
    this.#keys = keys;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.writeHead(500).end());
    });
  }

  static async start(): Promise<OpenIdProvider> {
    const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    const published = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const provider = new OpenIdProvider({ own: own.privateKey, other: other.privateKey, published });
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get options(): OpenIdOptions {
    return { issuer: new URL(this.issuer), clientId, clientSecret };
  }

  /** What the person's browser does at the provider. @returns the address that it is sent back to */
  approve(authorization: string): URL {
    const { searchParams: asked, origin, pathname } = new URL(authorization);
    if (`${origin}${pathname}` !== `${this.issuer}/authorize`) throw new Error(authorization);
    const get = (name: string): string => asked.get(name) ?? '';
    if (get('client_id') !== clientId || get('code_challenge_method') !== 'S256')
      throw new Error('not a client with PKCE');
    const code = randomUUID();
    const redirectUri = get('redirect_uri');
    this.#codes.set(code, { challenge: get('code_challenge'), nonce: get('nonce'), redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', get('state'));
    return back;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { issuer } = this;
    const json = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return json({ keys: [this.#keys.published] });
      case '/token':
        return this.#token(request, json);
      default:
        return json({}, 404);
    }
  }

  async #token(request: IncomingMessage, json: (body: unknown, status?: number) => void): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const form = new URLSearchParams(Buffer.concat(pieces).toString());
    const expected = Buffer.from(
      `${clientId}:${new URLSearchParams({ s: clientSecret }).toString().slice(2)}`,
    ).toString('base64');
    const code = form.get('code') ?? '';
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (request.headers.authorization !== `Basic ${expected}`) return json({ error: 'invalid_client' }, 401);
    if (!asked || asked.challenge !== proof || asked.redirectUri !== form.get('redirect_uri'))
      return json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: this.issuer, aud: clientId, iat: now, exp: now + 300, nonce: asked.nonce };
    const token = await new SignJWT({ ...claims, ...this.claims, ...this.altered })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(this.signsWithOtherKey ? this.#keys.other : this.#keys.own);
    json({ access_token: randomUUID(), token_type: 'bearer', id_token: token });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
