/** What every request carries. */
export interface Environment {
  Variables: { requestId: string; log: Log };
}

/** One line for the service's log. No body, secret, query or source text ever goes into it. */
export type Log = (level: 'info' | 'error', fields: Readonly<Record<string, string | number>>) => void;
