import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressKind } from './address-kind.ts';

/** Which hosts a fetch may reach. */
export interface Reachable {
  /** True where the service runs as the user who asks, who reaches their own network anyway. */
  readonly mayBePrivate: boolean;
  /** Hosts inside the network that an administrator of the deployment allows, in lower case. */
  readonly allowedHosts: ReadonlySet<string>;
}

export type Resolved =
  | {
      readonly kind: 'address';
      /** The first of them. */
      readonly address: string;
      readonly addresses: readonly string[];
      readonly isPrivate: boolean;
    }
  /** A sentence for a person. `isUnknown` where the name has no address here. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isUnknown?: boolean };

/** Returns the addresses of a host name; none where there is no such host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const bySystem: Resolve = async (host) =>
  (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

/** The address of a host, after all of its addresses were found to be ones that may be reached. */
export async function resolvePublic(
  name: string,
  { mayBePrivate, allowedHosts }: Reachable,
  resolve: Resolve = bySystem,
): Promise<Resolved> {
  const host = name.replace(/^\[|\]$/g, '').toLowerCase();
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined)
    return { kind: 'refused', reason: `The host ${host} was not found.`, isUnknown: true };
  const kinds = addresses.map(addressKind);
  if (kinds.includes('never') || (kinds.includes('private') && !mayBePrivate && !allowedHosts.has(host)))
    return { kind: 'refused', reason: insideText(host) };
  return {
    kind: 'address',
    address: first,
    addresses,
    isPrivate: kinds.every((kind) => kind === 'private'),
  };
}

/** Whether a host may be asked for, and whether it is known to be in the service's own network. */
export type Permitted =
  | { readonly kind: 'permitted'; readonly isPrivate: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Whether the operator's proxy may be asked for a host. Behind a proxy the service often cannot look up names of the
 * internet: such a name is left to the proxy, unless it is one that only a local network has.
 */
export async function permitForProxy(
  name: string,
  reachable: Reachable,
  resolve: Resolve = bySystem,
): Promise<Permitted> {
  const found = await resolvePublic(name, reachable, resolve);
  if (found.kind === 'address') return { kind: 'permitted', isPrivate: found.isPrivate };
  if (!found.isUnknown) return found;
  const host = name.toLowerCase();
  if (reachable.allowedHosts.has(host)) return { kind: 'permitted', isPrivate: true };
  if (isLocalName(host) && !reachable.mayBePrivate) return { kind: 'refused', reason: insideText(host) };
  return { kind: 'permitted', isPrivate: false };
}

/** Whether a name has no dot, or is in a domain that is never of the internet (RFC 6761, 6762, 8375; ICANN's `internal`). */
export const isLocalName = (host: string): boolean =>
  /^[^.]*\.?$|\.(?:localhost|local|internal|home\.arpa|test|invalid)\.?$/.test(host);

const insideText = (host: string): string =>
  `The host ${host} is in the service’s own network. An administrator of the deployment can allow it.`;
