import { recordOperatorLink } from '../audit/outside.ts';
import type { Core } from '../core/context.ts';
import { addressOf, makeLink, signInLinkMs } from '../sign-in/links.ts';
import type { Queries } from '../store/dialect.ts';
import { ensureFirstOrganization } from './bootstrap.ts';
import { withStore } from './command-store.ts';

/**
 * Makes a one-time link that signs in the first administrator, or the member with an address, in all of their
 * organizations: whoever runs the service vouches for them.
 * @param base address of the service
 * @throws Error with a sentence for the user where no active member has the address
 */
export async function createFirstLink(core: Core, base: URL, email?: string): Promise<string> {
  return core.db.transaction().execute(async (transaction) => {
    const userId =
      email === undefined
        ? (await ensureFirstOrganization(core, transaction)).userId
        : await memberWith(transaction, email);
    const expiresAt = new Date(core.now().getTime() + signInLinkMs).toISOString();
    const secret = await makeLink(core, transaction, {
      kind: 'sign-in',
      userId,
      organizationId: null,
      expiresAt,
    });
    await recordOperatorLink(core, transaction, { userId, organizationId: null });
    return addressOf(base.href, 'sign-in', secret);
  });
}

async function memberWith(db: Queries, email: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select('users.id')
    .where('users.email', '=', email.trim().toLowerCase())
    .where('members.status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  if (!user) throw new Error(`No active member has the address ${email}.`);
  return user.id;
}

/** The same for the command line, in the store of a data folder. @throws Error with a sentence for the user */
export function createSignInLinkIn(
  dataFolder: string,
  link: { readonly base: URL; readonly email?: string | undefined },
  database?: string | undefined,
): Promise<string> {
  return withStore(dataFolder, database, (core) => createFirstLink(core, link.base, link.email));
}
