import type { Finding } from '../finding.ts';

/** The API that a finding is about, e.g. `pg.Client.query`; '' where it is about none. */
export const sinkApi = ({ sink }: Pick<Finding, 'sink'>): string => (sink.kind === 'api' ? sink.api : '');
