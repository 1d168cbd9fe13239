import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../api/loopback.ts';
import { ModelFailure } from './failure.ts';

/**
 * Where a model may be. A service on a developer's own machine reaches loopback and private networks, as its user can
 * anyway. A team's service does not for whoever connects a model: it would be a way into the network it stands in.
 * Addresses that name the machine's own surroundings (link-local, which clouds serve credentials on) never.
 */

const never = new BlockList();
never.addSubnet('169.254.0.0', 16);
never.addSubnet('0.0.0.0', 8);
never.addSubnet('224.0.0.0', 4);
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');
never.addAddress('::', 'ipv6');
never.addAddress('fd00:ec2::254', 'ipv6');

const inside = new BlockList();
inside.addSubnet('10.0.0.0', 8);
inside.addSubnet('172.16.0.0', 12);
inside.addSubnet('192.168.0.0', 16);
inside.addSubnet('100.64.0.0', 10);
inside.addSubnet('127.0.0.0', 8);
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

type Kind = 'public' | 'private' | 'never';

export function kindOfAddress(address: string): Kind {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const ip = mapped ?? address;
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  if (never.check(ip, family)) return 'never';
  return inside.check(ip, family) ? 'private' : 'public';
}

/**
 * @throws ModelFailure where the address is one that must not be reached, or is spoken to in the clear over a network
 * that is not the person's own
 */
export async function checkAddress(url: URL, mayBePrivate: boolean): Promise<void> {
  if (url.username !== '' || url.password !== '')
    throw new ModelFailure('Give the key apart from the address.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const kinds = await kindsOf(host);
  if (kinds.includes('never')) {
    throw new ModelFailure('A language model cannot be at a link-local, multicast or unspecified address.');
  }
  const isInside = kinds.every((kind) => kind === 'private');
  if (!mayBePrivate && kinds.includes('private')) {
    throw new ModelFailure(
      'This service reaches no language model on its own machine or network, unless its environment names one.',
    );
  }
  if (url.protocol === 'http:' && !isInside) {
    throw new ModelFailure('A language model on the internet is reached by https only.');
  }
}

/** The kinds of all addresses of a host. @throws ModelFailure for a host that is not found */
export async function kindsOf(host: string): Promise<readonly Kind[]> {
  if (isLoopback(host.includes(':') ? `[${host}]` : host)) return ['private'];
  if (isIP(host) !== 0) return [kindOfAddress(host)];
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => kindOfAddress(address));
  } catch (cause) {
    throw new ModelFailure(`The host ${host} of the language model was not found.`, { cause });
  }
}
