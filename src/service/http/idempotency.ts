import { createHash } from 'node:crypto';
import { accessHash } from '../core/access-hash.ts';
import { type Core, instant } from '../core/context.ts';
import { conflict, invalid, Refusal } from '../core/errors.ts';

const keptMs = 24 * 3_600_000;
const keyForm = /^[\x21-\x7e]{1,255}$/;

export interface IdempotentRequest {
  readonly userId: string;
  readonly key: string;
  readonly endpointId: string;
  readonly request: unknown;
  /** True where the answer shows a secret: then only that it was given is kept. */
  readonly showsSecret: boolean;
}

/**
 * Does the work once for a user's key within 24 hours; the same key and request again get the first answer. A refused
 * request leaves nothing behind and may be sent again.
 * @returns the answer as JSON text.
 * @throws Refusal 400 for a malformed key or one used with another request, 503 while the first is being answered,
 * 409 when the answer held a secret, or when the
 * user's permissions have changed since.
 */
export async function once(
  core: Core,
  asked: IdempotentRequest,
  work: () => Promise<unknown>,
): Promise<string> {
  if (!keyForm.test(asked.key))
    throw invalid('Idempotency-Key', 'The key must be 1 to 255 visible ASCII characters.');
  const hash = createHash('sha256')
    .update(`${asked.endpointId}\n${JSON.stringify(asked.request)}`)
    .digest('hex');
  const at = core.now();
  await core.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(at.getTime() - keptMs).toISOString())
    .execute();
  const mine = await core.db
    .insertInto('idempotency_keys')
    .values({
      user_id: asked.userId,
      key: asked.key,
      request_hash: hash,
      status: null,
      body: null,
      access_hash: null,
      created_at: instant(core),
    })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!mine) return firstAnswer(core, asked, hash);
  const row = core.db
    .updateTable('idempotency_keys')
    .where('user_id', '=', asked.userId)
    .where('key', '=', asked.key);
  try {
    const body = JSON.stringify(await work());
    // After the work, which may give its own user more: who makes an organization is its ADMIN.
    const access_hash = await accessHash(core.db, asked.userId);
    await row.set({ status: 1, body: asked.showsSecret ? null : body, access_hash }).execute();
    return body;
  } catch (error) {
    await core.db
      .deleteFrom('idempotency_keys')
      .where('user_id', '=', asked.userId)
      .where('key', '=', asked.key)
      .execute();
    throw error;
  }
}

async function firstAnswer(core: Core, asked: IdempotentRequest, hash: string): Promise<string> {
  const first = await core.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', asked.userId)
    .where('key', '=', asked.key)
    .executeTakeFirst();
  if (first && first.request_hash !== hash)
    throw invalid('Idempotency-Key', 'This key was used with another request. Choose a new one.');
  if (!first || first.status === null)
    throw new Refusal(503, 'The first request with this key is still being answered.', { retryAfter: 1 });
  if (first.body === null)
    throw conflict('This key was used before, and its answer held a secret that is shown only once.');
  // Of what is told again, some may be hidden from the person since.
  if (first.access_hash !== (await accessHash(core.db, asked.userId)))
    throw conflict('This key was used before, and what you may do has changed since. Choose a new one.');
  return first.body;
}

/** Keys whose first request never ended, because the service was killed: they may be used again. */
export async function forgetUnanswered(core: Core): Promise<void> {
  await core.db.deleteFrom('idempotency_keys').where('status', 'is', null).execute();
}
