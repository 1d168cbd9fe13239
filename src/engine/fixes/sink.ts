import type { Finding } from '../finding.ts';

/** The API that a flow's finding names as the place where it ends, e.g. `pg.Client.query`; '' where it names none. */
export const sinkApi = (finding: Pick<Finding, 'message'>): string =>
  / reaches (\S+) without being made safe/.exec(finding.message)?.[1] ?? '';
