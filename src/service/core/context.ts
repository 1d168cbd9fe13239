import { randomUUID } from 'node:crypto';
import type { Database } from '../store/dialect.ts';
import type { PublicAddress } from './public-address.ts';

/** What every operation works with. */
export interface Core {
  readonly db: Database;
  readonly now: () => Date;
  /** Offers folders of this machine as repositories: the embedded service and `serve` on a developer's machine. */
  readonly localRepositories: boolean;
  /** Where people and other services reach this one. */
  readonly publicAddress: PublicAddress;
  /** Tells that something was written down that event triggers may wait for. */
  readonly happened: () => void;
}

/** What a caller showed, and thereby which of the person's organizations it opens. */
export type Credential =
  /** The organization that it belongs to, and those that it created. */
  | { readonly kind: 'token'; readonly id: string; readonly organizationId: string }
  /** All of the person's, or the one that vouches for them (and those that the session created). */
  | { readonly kind: 'session'; readonly id: string; readonly organizationId: string | null }
  /** None: the agent works on the person's behalf, in one organization alone. */
  | { readonly kind: 'agent'; readonly organizationId: string };

/** Who asks, and with what. */
export interface Caller {
  readonly userId: string;
  readonly credential: Credential;
  /** The job of the agent that asks on the person's behalf. */
  readonly agentJobId?: string | undefined;
}

export function instant(core: Pick<Core, 'now'>): string {
  return core.now().toISOString();
}

export const newId = (): string => randomUUID();

/** Parses JSON that this service wrote itself into the store. */
export function stored<T>(json: string): T {
  return JSON.parse(json) as T;
}
