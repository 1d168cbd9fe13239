import { trimEndOf } from './text-runs.ts';

/** One repository has many addresses: what they share is told here, for both sides of the contract. */

export interface RemoteAddress {
  /** Lower case; with a port only where HTTP is served on an unusual one. */
  readonly host: string;
  /** Parts of the path, as they were spelt, without `.git`. */
  readonly path: readonly string[];
  /** `host/path` in the spelling that all addresses of one repository share. */
  readonly identity: string;
  /** `http` only where the address says so. */
  readonly protocol: 'https' | 'http';
}

/** `user@host:path`; without a user, the host needs a dot to be told from the scheme of a URL. */
const scpForm = /^(?:[\w.-]+@(?<named>[\w.-]+)|(?<dotted>[\w-]+(?:\.[\w-]+)+)):(?!\/\/)(?<path>.+)$/;
const hostForm = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const protocols = ['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'ssh+git:', 'git+https:', 'git+http:'];

/** Hosts that providers serve SSH on, where a firewall leaves only the port of HTTPS. */
const otherNames: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};

/**
 * Reads the address of a git remote in any of its spellings: https, http, ssh and git URLs and `user@host:path`, with
 * and without user, password, port, `.git` and a slash at the end. The case of letters is no part of the identity.
 * @returns undefined for any other text. Other transports (`file`, `ext`, …) reach files of the machine or start
 *   programs.
 */
export function readRemote(text: string): RemoteAddress | undefined {
  const scp = scpForm.exec(text)?.groups;
  const parts = scp
    ? { host: scp['named'] ?? scp['dotted'] ?? '', path: scp['path'] ?? '', protocol: 'https' as const }
    : partsOfUrl(text);
  if (!parts) return undefined;
  const path = trimEndOf(parts.path, '/')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((segment) => segment !== '');
  const named = parts.host.toLowerCase();
  const isClean = path.every((segment) => segment !== '.' && segment !== '..' && !/[\s\\?#]/.test(segment));
  if (path.length === 0 || !isClean || !hostForm.test(named.replace(/:\d+$/, ''))) return undefined;
  const { host, path: usual } = asOnTheWeb(otherNames[named] ?? named, path);
  return { host, path: usual, identity: [host, ...usual].join('/').toLowerCase(), protocol: parts.protocol };
}

function partsOfUrl(
  text: string,
): { host: string; path: string; protocol: RemoteAddress['protocol'] } | undefined {
  const url = URL.parse(text.trim());
  if (!url || !protocols.includes(url.protocol)) return undefined;
  // What is not HTTP is parsed without knowing the usual port.
  const { hostname, host, protocol } = url;
  const isHttp = protocol === 'https:' || protocol === 'http:';
  try {
    const clear = protocol === 'http:' ? 'http' : 'https';
    return { host: isHttp ? host : hostname, path: decodeURI(url.pathname), protocol: clear };
  } catch {
    return undefined;
  }
}

/** Azure DevOps names a repository in another way over SSH: `ssh.dev.azure.com:v3/organization/project/name`. */
function asOnTheWeb(host: string, path: readonly string[]): { host: string; path: readonly string[] } {
  const [version, organization, project, name, ...more] = path;
  const isAzure = host === 'ssh.dev.azure.com' || host === 'vs-ssh.visualstudio.com';
  if (!isAzure || version !== 'v3' || !organization || !project || !name || more.length > 0)
    return { host, path };
  return { host: 'dev.azure.com', path: [organization, project, '_git', name] };
}
