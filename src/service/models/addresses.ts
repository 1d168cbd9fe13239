import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback } from '../../api/loopback.ts';
import { wayTo } from '../../api/transport/proxy.ts';
import { type AddressKind, addressKind } from '../core/address-kind.ts';
import { isLocalName } from '../core/reachable.ts';
import { ModelFailure } from './failure.ts';

/**
 * Where a model may be. A service on a developer's own machine reaches loopback and private networks, as its user can
 * anyway. A team's service does not for whoever connects a model: it would be a way into the network it stands in.
 * Addresses that name the machine's own surroundings (link-local, which clouds serve credentials on) never.
 */

/**
 * @throws ModelFailure where the address is one that must not be reached, or is spoken to in the clear over a network
 * that is not the person's own
 */
export async function checkAddress(url: URL, mayBePrivate: boolean): Promise<void> {
  if (url.username !== '' || url.password !== '')
    throw new ModelFailure('Give the key apart from the address.');
  const kinds = await kindsOf(url);
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

/**
 * The kinds of all addresses of a host. A name that has none here is one of the internet where the operator's proxy looks
 * it up.
 * @throws ModelFailure for a host that is not found
 */
export async function kindsOf(url: URL): Promise<readonly AddressKind[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isLoopback(url.hostname)) return ['private'];
  if (isIP(host) !== 0) return [addressKind(host)];
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => addressKind(address));
  } catch (cause) {
    if (wayTo(url, {}, process.env).kind === 'proxy') return [isLocalName(host) ? 'private' : 'public'];
    throw new ModelFailure(`The host ${host} of the language model was not found.`, { cause });
  }
}
