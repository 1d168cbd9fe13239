import * as z from 'zod';
import { totalsSchema } from '../test/support/totals.ts';

/** What a process that runs tests is asked to do. */
export const fileToRunSchema = z.object({
  file: z.string(),
  timeoutMs: z.int(),
  /** Whether the first failure ends the file. */
  toFirstFailure: z.boolean(),
  /** Only tests whose title has this. */
  only: z.string().optional(),
});
export type FileToRun = z.infer<typeof fileToRunSchema>;

/** What it answers. */
export const fileDoneSchema = z.object({ totals: totalsSchema, memoryBytes: z.number() });
export type FileDone = z.infer<typeof fileDoneSchema>;
