import * as z from 'zod';
import { putAsideSchema } from './put-aside.ts';

/**
 * How the windows of one machine user find the embedded service: a file in its data folder, written atomically
 * with mode 0600. It is present while the service runs; one that a killed service left behind names a socket on which
 * nobody listens, or a service with another token.
 */
export const discoveryFileName = 'service.json';

export const discoverySchema = z.object({
  pid: z.int().positive(),
  /** Path of the Unix domain socket, or name of the pipe on Windows, that the service listens on. */
  socket: z.string().min(1).max(1_000),
  version: z.string().min(1),
  startedAt: z.iso.datetime(),
  /** Made anew at each start: tells the file of one start from that of another. */
  instanceId: z.uuid(),
  tokenId: z.uuid(),
  tokenSecret: z.string().min(32),
  /** Present when this start found damaged files. */
  putAside: z.array(putAsideSchema).max(5).optional(),
});
export type Discovery = z.infer<typeof discoverySchema>;

/** What version 0.1.0 wrote, which listened on a port of loopback. Nothing but its end is asked of such a service. */
export const portDiscoverySchema = discoverySchema
  .omit({ socket: true })
  .extend({ port: z.int().min(1).max(65_535) });

/** Lines that the service prints on its standard output, one JSON value each. No secret is among them. */
export const startEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    pid: z.int().positive(),
    /** Where the embedded service listens; absent for `parapet serve`. */
    socket: z.string().optional(),
    /** Where it listens on an address of the network: always for `parapet serve`, else only with `--port`. */
    port: z.int().min(1).max(65_535).optional(),
    version: z.string(),
    dataFolder: z.string(),
    /** True when another process already serves this data folder: the process that printed the line then ends. */
    existing: z.boolean(),
    /** Present when this start found damaged files. */
    putAside: z.array(putAsideSchema).max(5).optional(),
  }),
  z.object({ type: z.literal('failed'), error: z.string() }),
  /** `lost`: its discovery file or socket was removed, so that nobody could find it. */
  z.object({ type: z.literal('stopped'), reason: z.enum(['idle', 'lost', 'signal']) }),
]);
export type StartEvent = z.infer<typeof startEventSchema>;
