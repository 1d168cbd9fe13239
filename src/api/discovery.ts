import * as z from 'zod';

/**
 * How the windows of one machine user find the embedded service: a file in its data folder, written atomically
 * with mode 0600. It is present while the service runs; one that a killed service left behind names a port where
 * nothing, or not this service, answers `/healthz` with the same `instanceId`.
 */
export const discoveryFileName = 'service.json';

export const discoverySchema = z.object({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  version: z.string().min(1),
  startedAt: z.iso.datetime(),
  /** Made anew at each start, and also in `/healthz`: tells this service from another on the same port. */
  instanceId: z.uuid(),
  tokenId: z.uuid(),
  tokenSecret: z.string().min(32),
});
export type Discovery = z.infer<typeof discoverySchema>;

/** Lines that the service prints on its standard output, one JSON value each. No secret is among them. */
export const startEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    pid: z.int().positive(),
    port: z.int().min(1).max(65_535),
    version: z.string(),
    dataFolder: z.string(),
    /** True when another process already serves this data folder: the process that printed the line then ends. */
    existing: z.boolean(),
    /** Present when the database was damaged: it was put aside under this name, and a fresh one made. */
    putAside: z.object({ file: z.string(), reason: z.string(), at: z.iso.datetime() }).optional(),
  }),
  z.object({ type: z.literal('failed'), error: z.string() }),
  z.object({ type: z.literal('stopped'), reason: z.enum(['idle', 'signal']) }),
]);
export type StartEvent = z.infer<typeof startEventSchema>;
