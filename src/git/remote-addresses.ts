import type { RepositoryPlace } from './place.ts';
import { repositorySettings, userSettings } from './settings.ts';

export interface RemoteAddresses {
  /** The address that is fetched from, by the remote's name, in the order of git's list. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The remote of a branch. */
  readonly upstream: string | undefined;
}

/** The remotes that a repository's own file names, with the abbreviations of addresses (`url.<base>.insteadOf`) resolved. */
export async function remoteAddresses(
  place: RepositoryPlace,
  branch: string | undefined,
): Promise<RemoteAddresses> {
  const [own, ofUser] = await Promise.all([repositorySettings(place), userSettings()]);
  const short = [...ofUser, ...own].flatMap(([key, values]) => {
    const base = /^url\.(.*)\.insteadof$/s.exec(key)?.[1];
    return base === undefined ? [] : values.map((prefix) => ({ base, prefix }));
  });
  const addresses = new Map<string, string>();
  for (const [key, values] of own) {
    const name = /^remote\.(.+)\.url$/s.exec(key)?.[1];
    const [url] = values;
    if (name !== undefined && url !== undefined) addresses.set(name, expanded(url, short));
  }
  const upstream = branch === undefined ? undefined : own.get(`branch.${branch}.remote`)?.at(-1);
  return { addresses: new Map([...addresses].sort(([a], [b]) => (a < b ? -1 : 1))), upstream };
}

/** Replaces the longest abbreviation that an address begins with. */
function expanded(url: string, short: readonly { readonly base: string; readonly prefix: string }[]): string {
  const [longest] = short
    .filter(({ prefix }) => prefix !== '' && url.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return longest ? `${longest.base}${url.slice(longest.prefix.length)}` : url;
}
