/** Credentials within addresses: `postgres://user:password@host/db`, `https://user:token@host`. */
import { entropyOf, isPlaceholder, isReference } from './placeholders.ts';

export interface AddressCredentials {
  /** Of the password. */
  readonly start: number;
  readonly end: number;
  readonly database: boolean;
  /** The address is of this machine: a developer's set-up rather than a system's secret. */
  readonly local: boolean;
}

const userAndPassword =
  /:\/\/(?<user>[^\s:@/'"`<>{}()|\\,]{0,80}):(?<password>[^\s@/'"`<>(){}|\\]{3,200})@(?<host>[\w.-]{1,253}|\[[0-9a-f:]{2,45}\])/iy;
const scheme = /([a-z][a-z0-9+.-]{1,30})$/i;
const web = /^(?:https?|ftps?|sftp|ssh|git|git\+https|svn|ws|wss|socks5h?|socks4|imaps?|smtps?|dav|rtsp)$/i;
const localHost =
  /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|host\.docker\.internal|db$|postgres$|mysql$|mongo$|redis$|rabbitmq$)/i;
const exampleHost =
  /(?:^|\.)(?:example\.(?:com|org|net)|(?:foo|bar|baz|foobar|mysite|myhost|somehost)(?:\.\w+)?|example|invalid|test|host|hostname|server|domain\.com|yourdomain\.\w+)$/i;
const standIn =
  /^(?:(?:my|your|some|the)?[_-]?(?:pass(?:word|wd)?|pwd|secret|token)|user(?:name)?|p|pw|\*+|x+|postgres|mysql|root|guest|admin|test|abc|123|api[_-]?key)$/i;
/** Names of variables and of parts, and what begins a reference. */
const variable = /^[A-Z_]+$|^(?:[A-Z][a-z]+){2,}$|^[%$:#]/;

/** @param at where `://` stands */
export function addressCredentialsAt(text: string, at: number): AddressCredentials | undefined {
  userAndPassword.lastIndex = at;
  const found = userAndPassword.exec(text);
  if (!found?.groups) return undefined;
  const { user = '', password = '', host = '' } = found.groups;
  const name = scheme.exec(text.slice(Math.max(0, at - 32), at))?.[1];
  if (name === undefined || exampleHost.test(host) || isPlaceholder(host)) return undefined;
  if (
    isPlaceholder(password) ||
    isReference(user) ||
    /example|your|^user(?:name)?$/i.test(user) ||
    standIn.test(password) ||
    variable.test(password)
  )
    return undefined;
  if (
    password.toLowerCase() === user.toLowerCase() ||
    entropyOf(password) < 1.5 ||
    // A word is a password where it opens something that others reach.
    (/^[a-z]+$/i.test(password) && !/\.[a-z]{2,}$/i.test(host)) ||
    /^\d{1,5}$/.test(password)
  ) {
    return undefined;
  }
  const start = at + 3 + user.length + 1;
  return { start, end: start + password.length, database: !web.test(name), local: localHost.test(host) };
}
