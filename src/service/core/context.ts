import { randomUUID } from 'node:crypto';
import type { Database } from '../store/dialect.ts';

/** What every operation works with. */
export interface Core {
  readonly db: Database;
  readonly now: () => Date;
  /** Offers folders of this machine as repositories: the embedded service and `serve` on a developer's machine. */
  readonly localRepositories: boolean;
  /** Tells that something was written down that event triggers may wait for. */
  readonly happened: () => void;
}

/** Who asks: a verified token with what it opens. */
export interface Caller {
  readonly tokenId: string;
  readonly userId: string;
  /** The organization the token belongs to. */
  readonly homeOrganizationId: string;
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
