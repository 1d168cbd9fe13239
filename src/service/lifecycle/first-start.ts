import type { Core } from '../core/context.ts';
import { createFirstToken, type FirstToken } from './bootstrap.ts';
import { createFirstLink } from './first-link.ts';

/** What a first start can offer the person who is there. */
export interface FirstStart {
  /** Where the service is reached. */
  readonly address: URL;
  /** Makes a token of the first organization's administrator. */
  makeToken(): Promise<FirstToken>;
  /** Makes a one-time link that the administrator signs in with, in a browser. */
  makeSignInLink(): Promise<string>;
}

const firstTokenDays = 30;

/**
 * What a start of a store that nobody has credentials for can offer; undefined at every other one. A store has one first
 * start, also of several services that begin at once.
 */
export async function firstStartOf(core: Core, address: URL): Promise<FirstStart | undefined> {
  const isFirst = await core.db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('meta')
      .values({ key: 'first-start', value: core.now().toISOString() })
      .onConflict((on) => on.column('key').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    return (await transaction.selectFrom('tokens').select('id').limit(1).executeTakeFirst()) === undefined;
  });
  if (!isFirst) return undefined;
  return {
    address,
    makeSignInLink: () => createFirstLink(core, address),
    makeToken: () => createFirstToken(core, { name: 'First administrator', days: firstTokenDays }),
  };
}
