import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sessionHeader } from '../../api/session-header.ts';
import type { Caller } from '../core/context.ts';
import type { PublicAddress } from '../core/public-address.ts';
import type { ServiceCore } from '../service-core.ts';
import { absoluteMs, verifySession } from '../sign-in/sessions.ts';
import type { Environment } from './environment.ts';

const cookieName = 'parapet-session';

/** Over TLS, the prefix keeps other hosts of the domain and plain connections from setting the cookie (RFC 6265bis, 4.1.3.2). */
export const attributes = ({ isSecure }: PublicAddress) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    ...(isSecure ? { prefix: 'host' as const } : {}),
  }) as const;

const prefixOf = ({ isSecure }: PublicAddress) => (isSecure ? 'host' : undefined);

/** A cookie of ours, under the name that it has here. */
export function readCookie(
  c: Context<Environment>,
  address: PublicAddress,
  name = cookieName,
): string | undefined {
  const prefix = prefixOf(address);
  return prefix ? getCookie(c, name, prefix) : getCookie(c, name);
}

export function setSessionCookie(c: Context<Environment>, address: PublicAddress, secret: string): void {
  setCookie(c, cookieName, secret, { ...attributes(address), maxAge: absoluteMs / 1_000 });
}

export function clearCookie(c: Context<Environment>, address: PublicAddress, name = cookieName): void {
  deleteCookie(c, name, attributes(address));
}

/** The person who is signed in in the browser that asks; only for requests that a page of this service made itself. */
export async function sessionCaller(c: Context<Environment>, core: ServiceCore): Promise<Caller | undefined> {
  if (c.req.header(sessionHeader) === undefined) return undefined;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return undefined;
  const secret = readCookie(c, core.publicAddress);
  return secret === undefined ? undefined : verifySession(core, secret);
}
