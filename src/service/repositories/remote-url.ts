import type { RepositoryType } from '../../api/contract/vocabulary.ts';
import { readRemote } from '../../api/remote-url.ts';
import { impossible } from '../core/errors.ts';

export interface Remote {
  /** As it is fetched: HTTPS, without credentials. */
  readonly url: string;
  /** `host/path` in the spelling that all URLs of one repository share. */
  readonly identity: string;
  /** The last segment of the path. */
  readonly name: string;
  readonly type: RepositoryType;
}

/**
 * Reads the address of a git remote, however it is spelt.
 * @throws Refusal 422
 */
export function parseRemote(text: string): Remote {
  const remote = readRemote(text);
  const name = remote?.path.at(-1);
  if (!remote || name === undefined) {
    throw impossible(
      'url',
      'This is not the URL of a git repository, such as https://example.com/team/project.git.',
    );
  }
  const url = `https://${remote.host}/${remote.path.join('/')}`;
  return { url, identity: remote.identity, name, type: typeOf(remote.host) };
}

function typeOf(host: string): RepositoryType {
  if (host === 'github.com') return 'github';
  if (host === 'bitbucket.org') return 'bitbucket';
  if (host === 'dev.azure.com' || host.endsWith('.visualstudio.com')) return 'azureDevops';
  return /(^|\.)gitlab\./.test(host) ? 'gitlab' : 'git';
}
