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
  needs: z.array(
    z.object({ text: z.string(), name: z.string(), kind: z.enum(['environment', 'package', 'setting']) }),
  ),
  checks: z.array(
    z.object({ label: z.string(), status: z.enum(['PASSED', 'FAILED', 'NOT_RUN']), detail: z.string() }),
  ),
  /** Notes: what else it resolves, that the file has changed, who took it. */
  notes: z.array(z.string()),
  /** How a person fixes it, where no patch is there. */
  howTo: z.optional(
    z.object({ text: z.string(), before: z.optional(z.string()), after: z.optional(z.string()) }),
  ),
  files: z.array(z.string()),
  /** The button that leads to a language model's patch; empty where none could help. */
  model: z.string(),
});
export type PatchView = z.infer<typeof PatchView>;

export const patchToPage = z.object({ type: z.literal('patch'), patch: z.nullable(PatchView) });

export const patchFromPage = z.object({
  type: z.literal('patch'),
  action: z.enum(['generate', 'regenerate', 'force', 'show', 'apply', 'cancel', 'askModel', 'copyCommand']),
});
export type PatchAction = z.infer<typeof patchFromPage>['action'];

/** Helps with what a patch needs: copies a name, or opens the manifest that a package goes into. */
export const needFromPage = z.object({
  type: z.literal('need'),
  action: z.enum(['copy', 'openManifest']),
  name: z.string().check(z.maxLength(500)),
});
