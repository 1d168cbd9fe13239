import { type Core, instant } from '../core/context.ts';
import { hashOf, newSecret } from '../core/secret.ts';
import type { Queries } from '../store/dialect.ts';

/** One-time links. Each has a secret of its own, so the one in a mail and the one an administrator sees are two. */

const hourMs = 3_600_000;
/** Of a link that an administrator makes, or that the first start prints. */
export const signInLinkMs = 24 * hourMs;
/** Of a link that somebody asked for by mail. */
export const mailedLinkMs = hourMs / 2;

export type NewLink =
  | {
      readonly kind: 'invitation';
      readonly invitationId: string;
      /** Null where the link goes by mail: whoever opens it has shown that the address is theirs. */
      readonly organizationId: string | null;
      readonly expiresAt: string;
    }
  | {
      readonly kind: 'sign-in';
      readonly userId: string;
      readonly organizationId: string | null;
      readonly expiresAt: string;
    };

/** @returns the secret of the link, which the store has as a hash only */
export async function makeLink(core: Pick<Core, 'now'>, db: Queries, link: NewLink): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto('links')
    .values({
      secret_hash: hashOf(secret),
      kind: link.kind,
      invitation_id: link.kind === 'invitation' ? link.invitationId : null,
      user_id: link.kind === 'sign-in' ? link.userId : null,
      organization_id: link.organizationId,
      created_at: core.now().toISOString(),
      expires_at: link.expiresAt,
    })
    .execute();
  return secret;
}

/** Where a link leads, below the service's address. */
export function addressOf(base: string, kind: NewLink['kind'], secret: string): string {
  const url = new URL(kind === 'invitation' ? 'sign-in/invitation' : 'sign-in/link', withSlash(base));
  url.searchParams.set('secret', secret);
  return url.href;
}

const withSlash = (base: string): string => (base.endsWith('/') ? base : `${base}/`);

/** Whom a sign-in link is for, as long as it can be used. */
export async function readSignInLink(
  core: Core,
  db: Queries,
  secret: string,
): Promise<{ userId: string; email: string; organizationId: string | null } | undefined> {
  const row = await db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.user_id')
    .select(['links.user_id', 'links.organization_id', 'users.email'])
    .where('links.secret_hash', '=', hashOf(secret))
    .where('links.kind', '=', 'sign-in')
    .where('links.expires_at', '>', instant(core))
    .executeTakeFirst();
  if (!row || row.user_id === null) return undefined;
  return { userId: row.user_id, email: row.email, organizationId: row.organization_id };
}

/** Uses a link up. @returns false where another request was first */
export async function useUp(db: Queries, secret: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('links')
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
