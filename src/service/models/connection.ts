import type { ConnectedModel, ModelProvider } from '../../api/contract/agent/models.ts';

/** How a language model is reached. The key is in here and nowhere else: never in a log, an answer or the store. */
export interface ModelConnection {
  readonly provider: ModelProvider;
  readonly name: string;
  readonly baseUrl: string;
  /** A socket of this service's user, which every connection is made to; see `own-socket.ts`. */
  readonly socket?: string | undefined;
  readonly apiKey: string | undefined;
  /** Whether addresses of this machine and of private networks may be reached. */
  readonly mayBePrivate: boolean;
}

export interface ModelTimes {
  /** Until the first piece of an answer: a local model may have to be loaded first. */
  readonly firstPieceMs: number;
  /** Between two pieces. */
  readonly idleMs: number;
  /** The longest that a server's `Retry-After` is waited for; asked for more, it fails with that. */
  readonly longestWaitMs: number;
}

export const usualTimes: ModelTimes = { firstPieceMs: 120_000, idleMs: 60_000, longestWaitMs: 60_000 };

/** `<provider>/<model>`, as jobs are traced with. */
export function traceName({ provider, name }: Pick<ConnectedModel, 'provider' | 'name'>): string {
  return `${provider}/${name}`;
}
