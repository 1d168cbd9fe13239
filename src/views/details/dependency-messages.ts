import * as z from 'zod/mini';

const Place = z.object({ file: z.string(), line: z.number() });
const Linked = z.object({ label: z.string(), url: z.optional(z.string()) });

/** What the details page shows of an issue about a package in place of what it shows of code. */
export const DependencyView = z.object({
  name: z.string(),
  version: z.string(),
  otherVersions: z.array(z.string()),
  ecosystem: z.string(),
  /** Production or development, and who asks for it. */
  role: z.string(),
  manifest: Place,
  lock: z.optional(Place),
  /** From what the project asks for to the package; empty where the project asks for the package itself. */
  path: z.array(z.object({ name: z.string(), version: z.optional(z.string()) })),
  advisories: z.array(Linked),
  published: z.optional(z.string()),
  sources: z.array(z.string()),
  /** How far product code gets, step by step. */
  steps: z.array(
    z.object({ text: z.string(), state: z.enum(['seen', 'notSeen', 'notKnown']), label: z.string() }),
  ),
  evidence: z.string(),
  places: z.array(Place),
  /** What ends it. */
  fix: z.string(),
  /** Markdown of the service: what to do. */
  advice: z.optional(z.string()),
  command: z.optional(z.string()),
});
export type DependencyView = z.infer<typeof DependencyView>;
