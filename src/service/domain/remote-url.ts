import type { RepositoryType } from '../../api/contract/vocabulary.ts';
import { impossible } from './errors.ts';

export interface Remote {
  /** As it is fetched: HTTPS, without credentials. */
  readonly url: string;
  /** `host/path` in the spelling that all URLs of one repository share. */
  readonly identity: string;
  /** The last segment of the path. */
  readonly name: string;
  readonly type: RepositoryType;
}

/** `user@host:path`; without a user, the host needs a dot to be told from the scheme of a URL. */
const scpForm = /^(?:[\w.-]+@(?<named>[\w.-]+)|(?<dotted>[\w-]+(?:\.[\w-]+)+)):(?!\/\/)(?<path>.+)$/;
const hostForm = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Reads a git remote in any of its spellings: https, http, ssh and git URLs and `user@host:path`. Other
 * transports (`file`, `ext`, …) are refused, for they reach this machine's files or start programs.
 * @throws Refusal 422
 */
export function parseRemote(text: string): Remote {
  const scp = scpForm.exec(text)?.groups;
  const { host, path } = scp
    ? { host: scp['named'] ?? scp['dotted'] ?? '', path: scp['path'] ?? '' }
    : fromUrl(text);
  const segments = path
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const name = segments.at(-1);
  const cleanHost = host.toLowerCase();
  const clean = segments.every((segment) => segment !== '.' && segment !== '..' && !/[\s\\?#]/.test(segment));
  if (name === undefined || !clean || !hostForm.test(cleanHost.replace(/:\d+$/, ''))) throw notARemote();
  const address = `${cleanHost}/${segments.join('/')}`;
  return { url: `https://${address}`, identity: address.toLowerCase(), name, type: typeOf(cleanHost) };
}

function fromUrl(text: string): { host: string; path: string } {
  const url = URL.parse(text);
  if (!url || !['https:', 'http:', 'ssh:', 'git:'].includes(url.protocol)) throw notARemote();
  const keepsPort = url.protocol === 'https:' || url.protocol === 'http:';
  return { host: keepsPort ? url.host : url.hostname, path: decoded(url.pathname) };
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    throw notARemote();
  }
}

function typeOf(host: string): RepositoryType {
  if (host === 'github.com') return 'github';
  if (host === 'bitbucket.org') return 'bitbucket';
  if (host === 'dev.azure.com' || host.endsWith('.visualstudio.com')) return 'azureDevops';
  return /(^|\.)gitlab\./.test(host) ? 'gitlab' : 'git';
}

function notARemote() {
  return impossible(
    'url',
    'This is not the URL of a git repository, such as https://example.com/team/project.git.',
  );
}
