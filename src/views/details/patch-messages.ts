import * as z from 'zod/mini';

/** What the details page and the extension say to each other about the patch. */

export const PatchView = z.object({
  state: z.enum(['none', 'busy', 'ready', 'outdated', 'applied', 'failed', 'unpatchable']),
  /** What is going on, or why there is no patch. */
  text: z.string(),
  title: z.optional(z.string()),
  /** Markdown. */
  explanation: z.optional(z.string()),
  /** What the proof says, in one sentence. */
  proof: z.string(),
  isProven: z.boolean(),
  /** Who thought it out; empty where that is not known. */
  origin: z.string(),
  /** What a language model took for it; empty where none was asked. */
  trace: z.string(),
  /** What has to be set where the program runs; names between backticks. */
  needs: z.array(z.string()),
  checks: z.array(
    z.object({ label: z.string(), status: z.enum(['PASSED', 'FAILED', 'NOT_RUN']), detail: z.string() }),
  ),
  /** Notes: what else it resolves, that the file has changed, who took it. */
  notes: z.array(z.string()),
  files: z.array(z.string()),
  /** The button that leads to a language model's patch; empty where none could help. */
  model: z.string(),
});
export type PatchView = z.infer<typeof PatchView>;

export const patchToPage = z.object({ type: z.literal('patch'), patch: z.nullable(PatchView) });

export const patchFromPage = z.object({
  type: z.literal('patch'),
  action: z.enum(['generate', 'regenerate', 'force', 'show', 'apply', 'cancel', 'askModel']),
});
export type PatchAction = z.infer<typeof patchFromPage>['action'];
