/** Credentials handed over in place: `Authorization` headers and the options of commands. */
import { entropyOf, isPlaceholder } from './placeholders.ts';
import { isRandom } from './values.ts';

export interface GivenCredential {
  readonly start: number;
  readonly end: number;
  readonly id: 'authorization-header' | 'command-line-password' | 'login-password';
  readonly title: string;
}

type Reader = (text: string, at: number) => GivenCredential | undefined;

const bearer = /bearer\s{1,2}([A-Za-z0-9._~+/-]{20,500}={0,2})(?=["'`\s,;)\\]|$)/iy;
const basic = /basic\s{1,2}([A-Za-z0-9+/]{8,300}={0,2})(?=["'`\s,;)\\]|$)/iy;
const curl = /curl\b[^\n]{0,300}?\s(?:-u|--user)[ =]{0,2}["']?[^\s:"'$<{]{1,80}:([^\s"'$<{]{4,120})/iy;
const sshpass = /sshpass\s{1,3}-p\s{0,3}["']?([^\s"'$<{]{4,120})/iy;
const client = /(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|]{0,200}?\s-p["']?([^\s"'$<{][^\s"'$<]{3,80})/iy;

/** Of a host and a user there are such calls as well. */
const login =
  /(?<=\.)login\(\s{0,8}(["'`])(?!(?:anonymous|anon|ftp|guest|[\w-]+(?:\.[\w-]+)+)["'`])(?<user>[^"'`\s$<{]{2,100})\1\s{0,4},\s{0,8}(["'`])(?!\k<user>\3)(?<secret>[^"'`\s$<{]{4,100})\3/iy;

const header = { id: 'authorization-header', title: 'authorization header' } as const;
const call = { id: 'login-password', title: 'password handed to a login' } as const;
const option = { id: 'command-line-password', title: 'password on a command line' } as const;

/** By the keyword, in lower case, where the reader begins. */
export const givenCredentials: Readonly<Record<string, Reader>> = {
  'bearer ': (text, at) => read(bearer, text, at, header, isRandom),
  'basic ': (text, at) =>
    read(basic, text, at, header, (value) => {
      const decoded = Buffer.from(value, 'base64').toString('latin1');
      const password = /^[\x21-\x7e]{1,100}?:([\x20-\x7e]{4,100})$/.exec(decoded)?.[1];
      return password !== undefined && isPassword(password);
    }),
  'curl ': (text, at) => read(curl, text, at, option, isPassword),
  'sshpass ': (text, at) => read(sshpass, text, at, option, isPassword),
  'login(': (text, at) => read(login, text, at, call, isPassword),
  mysql: (text, at) => read(client, text, at, option, isPassword),
};

function isPassword(value: string): boolean {
  const isName =
    /^[A-Z_]+$/.test(value) ||
    /^(?:my|your|some|the)?[_-]?(?:pass|pwd|secret|token|password)\w{0,4}$/i.test(value);
  return !isName && entropyOf(value) >= 1.9;
}

function read(
  pattern: RegExp,
  text: string,
  at: number,
  about: Pick<GivenCredential, 'id' | 'title'>,
  accepts: (value: string) => boolean,
): GivenCredential | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const value = found?.groups?.['secret'] ?? found?.[1];
  if (!found || value === undefined || isPlaceholder(value) || !accepts(value)) return undefined;
  const start = at + found[0].lastIndexOf(value);
  return { start, end: start + value.length, ...about };
}
