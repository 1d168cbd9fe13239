import * as z from 'zod';

/** Damaged files of the database that a start found and kept: never deleted, never written over. */
export const putAsideSchema = z.object({
  /** `database`: all of it, and a fresh one was begun. `latest-changes`: its write-ahead log; the rest goes on. */
  part: z.enum(['database', 'latest-changes']),
  /** Where it was put. */
  file: z.string().max(4_000),
  reason: z.string().max(1_000),
  at: z.iso.datetime(),
});
export type PutAside = z.infer<typeof putAsideSchema>;

/** What was found damaged, where it is, and what that means, in sentences for the user. */
export function putAsideText({ part, file, reason }: PutAside): string {
  const kept = `kept as ${file}`;
  return part === 'database'
    ? `The database was damaged (${reason}). It was ${kept}. A fresh one was begun: issues, decisions and notes of the old one are not shown. Add your repositories and scan them again.`
    : `The log of the latest changes to the database was damaged (${reason}). It was ${kept}. Issues and decisions that were only in it are not shown; the rest is. Scan again, and look at your latest decisions.`;
}
