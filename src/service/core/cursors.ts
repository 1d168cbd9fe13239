import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Database } from '../store/dialect.ts';
import { invalid } from './errors.ts';

const macBytes = 16;

/**
 * Signed keyset cursors: the position after the last item of a page, bound to the operation and its filters.
 * One that was altered, or is used with another operation or other filters, is refused.
 */
export interface Cursors {
  sign(scope: CursorScope, position: readonly CursorPart[]): string;
  /** @throws Refusal 400 when it is not a cursor that this service gave for this scope. */
  read<T extends z.ZodType>(scope: CursorScope, cursor: string, position: T): z.output<T>;
}

/** JSON of what a page was ordered by. */
export type CursorPart = string | number | readonly CursorPart[];

export interface CursorScope {
  readonly operation: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

export function createCursors(key: Uint8Array): Cursors {
  const mac = (scope: CursorScope, payload: string): Buffer =>
    createHmac('sha256', key)
      .update(`${scope.operation}\n${filtersHash(scope.filters)}\n${payload}`)
      .digest()
      .subarray(0, macBytes);
  return {
    sign: (scope, position) => {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
      return `${payload}.${mac(scope, payload).toString('base64url')}`;
    },
    read: (scope, cursor, position) => {
      const [payload = '', signature = '', ...rest] = cursor.split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = given.length === macBytes && timingSafeEqual(given, mac(scope, payload));
      if (!right || rest.length > 0 || given.toString('base64url') !== signature) throw refused();
      const parsed = position.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      if (!parsed.success) throw refused();
      return parsed.data;
    },
  };
}

/** The signing key is the store's: cursors outlive a restart. */
export async function cursorsOf(db: Database): Promise<Cursors> {
  await db
    .insertInto('meta')
    .values({ key: 'cursor-key', value: randomBytes(32).toString('base64') })
    .onConflict((on) => on.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'cursor-key')
    .executeTakeFirstOrThrow();
  return createCursors(Buffer.from(row.value, 'base64'));
}

function filtersHash(filters: Readonly<Record<string, unknown>>): string {
  const ordered = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url');
}

function refused() {
  return invalid('cursor', 'The cursor is not one that this search gave. Start again from the first page.');
}
