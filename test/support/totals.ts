import * as z from 'zod';

/** What a run of tests came to. */
export const totalsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Tests that passed only when they were run again. */
  retried: z.array(z.string()).optional(),
  failures: z.array(z.object({ title: z.string(), error: z.string() })),
});
export type TestTotals = z.infer<typeof totalsSchema>;
