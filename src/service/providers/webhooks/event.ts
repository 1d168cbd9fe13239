import * as z from 'zod';

/** What a webhook says that the service acts on; everything else is asked of the host. */
export const WebhookEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pullRequest'),
    /** Of the repository that it is to be merged into. */
    url: z.string(),
    number: z.int().min(1),
  }),
  z.object({ kind: z.literal('push'), url: z.string() }),
  z.object({ kind: z.literal('other'), name: z.string() }),
]);
export type WebhookEvent = z.output<typeof WebhookEvent>;

/** A request as it came. */
export interface WebhookRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
