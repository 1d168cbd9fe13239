import type { RepositoryType } from '../../api/contract/vocabulary.ts';
import { isLoopback } from '../../api/loopback.ts';
import { readRemote } from '../../api/remote-url.ts';
import { addressKind } from '../core/address-kind.ts';
import { impossible } from '../core/errors.ts';

export interface Remote {
  /** As it is fetched: without credentials, by HTTPS unless it is in a network of one's own and says HTTP. */
  readonly url: string;
  /** `host/path` in the spelling that all URLs of one repository share. */
  readonly identity: string;
  /** The last segment of the path. */
  readonly name: string;
  readonly type: RepositoryType;
}

/**
 * Reads the address of a git remote, however it is spelt.
 * @param allowedHosts hosts of the service's own network that it may fetch from
 * @throws Refusal 422
 */
export function parseRemote(text: string, allowedHosts: ReadonlySet<string> = new Set()): Remote {
  const remote = readRemote(text);
  const name = remote?.path.at(-1);
  if (!remote || name === undefined) {
    throw impossible(
      'url',
      'This is not the URL of a git repository, such as https://example.com/team/project.git.',
    );
  }
  const hostname = remote.host.replace(/:\d+$/, '');
  const isNear = isLoopback(hostname) || addressKind(hostname) === 'private' || allowedHosts.has(hostname);
  const url = `${isNear ? remote.protocol : 'https'}://${remote.host}/${remote.path.join('/')}`;
  return { url, identity: remote.identity, name, type: typeOf(remote.host) };
}

function typeOf(host: string): RepositoryType {
  if (host === 'github.com') return 'github';
  if (host === 'bitbucket.org') return 'bitbucket';
  if (host === 'dev.azure.com' || host.endsWith('.visualstudio.com')) return 'azureDevops';
  return /(^|\.)gitlab\./.test(host) ? 'gitlab' : 'git';
}
