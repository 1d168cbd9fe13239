import { createHash } from 'node:crypto';

const prefix = 'sarif-';

/** What the identifiers of a report's issues begin with. @param report its address */
export function reportId(report: string): string {
  return `${prefix}${createHash('sha256').update(report).digest('hex').slice(0, 12)}`;
}

/** Whether an identifier is one of an issue of some report, and of no service's. */
export function isReported(id: string): boolean {
  return id.startsWith(prefix);
}
