import * as z from 'zod/mini';

/** What the details page and the extension say to each other about an issue that is to be created in a tracker. */

export const longestTrackerTitle = 250;
export const longestTrackerText = 4_000;

export const TrackerForm = z.discriminatedUnion('state', [
  z.object({ state: z.literal('loading') }),
  /** Why there is nothing to choose from, or what failed. */
  z.object({ state: z.literal('failed'), text: z.string(), canRetry: z.boolean() }),
  z.object({
    state: z.literal('ready'),
    trackers: z.array(z.object({ id: z.string(), name: z.string() })),
    trackerId: z.string(),
    title: z.string(),
    /** What a person may change of the description. */
    text: z.string(),
    /** The whole description, as it is sent. */
    description: z.string(),
    /** Labels and priority. */
    more: z.string(),
    /** Who reads it. */
    visibility: z.string(),
    isWarning: z.boolean(),
    isSending: z.boolean(),
    /** Why it was not created; empty where nothing failed. */
    error: z.string(),
  }),
]);
export type TrackerForm = z.infer<typeof TrackerForm>;

export const trackerToPage = z.object({ type: z.literal('trackerForm'), form: z.nullable(TrackerForm) });

export const trackerFromPage = z.object({
  type: z.literal('tracker'),
  action: z.enum(['open', 'preview', 'create', 'close']),
  trackerId: z.optional(z.string()),
  title: z.optional(z.string().check(z.maxLength(longestTrackerTitle))),
  text: z.optional(z.string().check(z.maxLength(longestTrackerText))),
});
export type TrackerFromPage = z.infer<typeof trackerFromPage>;
