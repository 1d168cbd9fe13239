import type { Context } from 'hono';
import { Refusal } from '../core/errors.ts';
import type { Received } from '../providers/webhooks/receive.ts';
import type { ServiceCore } from '../service-core.ts';
import { readBytes } from './body.ts';
import type { Environment } from './environment.ts';

/** Webhooks whose bodies are read at the same time, whoever sends them. */
const mostAtOnce = 32;

type Receive = (
  id: string,
  headers: Readonly<Record<string, string>>,
  read: (mostBytes: number) => Promise<Buffer>,
) => Promise<Received>;

/** Webhooks of code hosts, and of issue trackers. */
export function webhookRoutes(core: ServiceCore, notServing: () => Refusal | undefined) {
  const routes = webhookRoute(notServing);
  return {
    ofHosts: routes(async (id, headers, read) => {
      const { maximumWebhookBytes, receiveWebhook } = await import('../providers/webhooks/receive.ts');
      return await receiveWebhook(core, id, headers, () => read(maximumWebhookBytes));
    }),
    ofTrackers: routes(async (id, headers, read) => {
      const { maximumWebhookBytes } = await import('../providers/webhooks/receive.ts');
      const { receiveTrackerWebhook } = await import('../integrations/trackers/webhooks.ts');
      return await receiveTrackerWebhook(core, id, headers, () => read(maximumWebhookBytes));
    }),
  };
}

/** Answers webhooks. They carry no token: their signature, or secret, is the credential. */
function webhookRoute(notServing: () => Refusal | undefined) {
  let open = 0;
  return (receive: Receive) =>
    async (c: Context<Environment>): Promise<Response> => {
      const refusal = notServing();
      if (refusal) throw refusal;
      if (open >= mostAtOnce) throw new Refusal(503, 'Too many webhooks at once.', { retryAfter: 5 });
      open += 1;
      try {
        const received = await receive(c.req.param('id') ?? '', c.req.header(), (mostBytes) =>
          readBytes(c.req.raw, mostBytes),
        );
        return c.json(received, received.known ? 200 : 202);
      } finally {
        open -= 1;
      }
    };
}
