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
  /** A sentence for a person. */
  | { readonly kind: 'refused'; readonly reason: string };

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
  if (first === undefined) return { kind: 'refused', reason: `The host ${host} was not found.` };
  const kinds = addresses.map(addressKind);
  if (kinds.includes('never') || (kinds.includes('private') && !mayBePrivate && !allowedHosts.has(host)))
    return {
      kind: 'refused',
      reason: `The host ${host} is in the service’s own network. An administrator of the deployment can allow it.`,
    };
  return {
    kind: 'address',
    address: first,
    addresses,
    isPrivate: kinds.every((kind) => kind === 'private'),
  };
}
