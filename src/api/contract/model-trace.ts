import * as z from 'zod';
import { Count } from './fields.ts';
import { tolerance } from './tolerance.ts';

/** What a language model had to do with something: which one, what it took, and what of the code it was sent. */
export const ModelTrace = z.object({
  /** `<provider>/<model>`. */
  model: z.string(),
  /** How often it was asked. */
  rounds: Count,
  inputTokens: Count,
  outputTokens: Count,
  durationMs: Count,
  sent: z.array(z.object({ path: z.string(), bytes: Count })),
});
export type ModelTrace = z.output<typeof ModelTrace>;
tolerance.add(ModelTrace, {
  missing: { model: '', rounds: 0, inputTokens: 0, outputTokens: 0, durationMs: 0, sent: [] },
});
