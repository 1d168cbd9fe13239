import * as z from 'zod';
import type { Queries } from '../store/dialect.ts';

/** The address of the first administrator, who is made before anybody could be asked for one. */
export const placeholderAddress = 'developer@localhost.localdomain';

const Address = z.string().trim().toLowerCase().max(254).pipe(z.email());
const longestName = 200;

/** Why the first administrator is not known by the address that they gave. */
export type AddressRefusal =
  | 'malformed'
  /** It is another person's. */
  | 'taken';

/**
 * Gives the first administrator an address and a name of their own: mails go there, and an identity provider recognises them
 * by it. Nothing is changed of a person who has one.
 */
export async function giveAddress(
  db: Queries,
  userId: string,
  given: { readonly email: string; readonly name: string },
): Promise<AddressRefusal | undefined> {
  const address = Address.safeParse(given.email);
  if (!address.success) return 'malformed';
  const email = address.data;
  const owner = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (owner && owner.id !== userId) return 'taken';
  await db
    .updateTable('users')
    .set({ email, name: given.name.trim().slice(0, longestName) || null })
    .where('id', '=', userId)
    .where('email', '=', placeholderAddress)
    .execute();
  return undefined;
}
