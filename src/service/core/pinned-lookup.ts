import type { LookupFunction } from 'node:net';
import { type Reachable, type Resolve, resolvePublic } from './reachable.ts';

/** Why no connection is made to a host, as a sentence for a person. */
export class RefusedAddress extends Error {}

export interface PinnedLookupOptions {
  /** For what is spoken in the clear: only addresses of a private network. */
  readonly onlyPrivate?: boolean;
  /** Asks for addresses; the system's resolver when omitted. */
  readonly resolve?: Resolve;
}

/**
 * Looks a host up for a connection that is made to the very addresses that were checked: a name that answers otherwise the
 * second time (DNS rebinding) leads nowhere else. Its errors are `RefusedAddress`.
 */
export function pinnedLookup(
  reachable: Reachable,
  { onlyPrivate = false, resolve }: PinnedLookupOptions = {},
): LookupFunction {
  return (host, options, done) => {
    void resolvePublic(host, reachable, resolve).then(
      (found) => {
        if (found.kind === 'refused') return done(new RefusedAddress(found.reason), '', 0);
        if (onlyPrivate && !found.isPrivate)
          return done(new RefusedAddress(`${host} is on the internet and is reached by https only.`), '', 0);
        if (options.all === true)
          return done(
            null,
            found.addresses.map((address) => ({ address, family: familyOf(address) })),
          );
        done(null, found.address, familyOf(found.address));
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}

const familyOf = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);

/** The refusal behind an error of a request, which wraps it. */
export function refusalIn(error: unknown): RefusedAddress | undefined {
  for (let at = error, depth = 0; depth < 5 && at instanceof Error; at = at.cause, depth++)
    if (at instanceof RefusedAddress) return at;
  return undefined;
}
