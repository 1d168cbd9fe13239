import type { Context } from 'hono';
import { Refusal } from '../core/errors.ts';
import type { ServiceCore } from '../service-core.ts';
import { readBytes } from './body.ts';
import type { Environment } from './environment.ts';

/** Webhooks whose bodies are read at the same time, whoever sends them. */
const mostAtOnce = 32;

/** Answers webhooks of code hosts. They carry no token: their signature, or secret, is the credential. */
export function webhookRoute(core: ServiceCore, notServing: () => Refusal | undefined) {
  let open = 0;
  return async (c: Context<Environment>): Promise<Response> => {
    const refusal = notServing();
    if (refusal) throw refusal;
    if (open >= mostAtOnce) throw new Refusal(503, 'Too many webhooks at once.', { retryAfter: 5 });
    open += 1;
    try {
      const { maximumWebhookBytes, receiveWebhook } = await import('../providers/webhooks/receive.ts');
      const id = c.req.param('installationId') ?? '';
      const received = await receiveWebhook(core, id, c.req.header(), () =>
        readBytes(c.req.raw, maximumWebhookBytes),
      );
      return c.json(received, received.known ? 200 : 202);
    } finally {
      open -= 1;
    }
  };
}
