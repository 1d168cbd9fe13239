/** What the store's failures mean to the rest of the service, whichever database is beneath. */
export type StoreFailure =
  | 'full'
  | 'corrupt'
  | 'busy'
  | 'unwritable'
  | 'unreachable'
  | 'conflict'
  | 'missing-reference'
  | 'other';

const sqlitePrimaryCodes: Readonly<Record<number, StoreFailure>> = {
  5: 'busy',
  6: 'busy',
  8: 'unwritable',
  10: 'unwritable',
  11: 'corrupt',
  13: 'full',
  14: 'unwritable',
  26: 'corrupt',
};

const sqliteConstraintCodes: Readonly<Record<number, StoreFailure>> = {
  787: 'missing-reference',
  1555: 'conflict',
  2067: 'conflict',
};

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresCodes: Readonly<Record<string, StoreFailure>> = {
  '23505': 'conflict',
  '23503': 'missing-reference',
  '25006': 'unwritable',
  '40001': 'busy',
  '40P01': 'busy',
  '53100': 'full',
  '53200': 'busy',
  '53300': 'busy',
  '55P03': 'busy',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
};

/** A database on a server that does not answer. The message is for the user. */
export class DatabaseUnreachable extends Error {}

/** Classifies an error thrown by a query; `other` for anything that did not come from the database. */
export function storeFailure(error: unknown): StoreFailure {
  if (error instanceof DatabaseUnreachable) return 'unreachable';
  if (!(error instanceof Error)) return 'other';
  // Both are what PostgreSQL's answers have, and no other error.
  if ('severity' in error && 'code' in error && typeof error.code === 'string')
    return postgresCodes[error.code] ?? 'other';
  if (/^Connection terminated|^Client has encountered a connection error/.test(error.message))
    return 'unreachable';
  if (!('errcode' in error) || typeof error.errcode !== 'number') return 'other';
  return sqliteConstraintCodes[error.errcode] ?? sqlitePrimaryCodes[error.errcode & 0xff] ?? 'other';
}

/** One sentence for the user, or undefined where the failure has no cause that a user can act on. */
export function storeFailureText(error: unknown): string | undefined {
  switch (storeFailure(error)) {
    case 'full':
      return 'The disk that holds the data folder is full. Free some space, then try again.';
    case 'unwritable':
      return 'The data folder cannot be read or written. Check that it exists, its permissions and its disk.';
    case 'corrupt':
      return 'The database file is damaged. Restart the service: it keeps the damaged file aside and starts a fresh one.';
    case 'unreachable':
      return 'The database cannot be reached. Try again in a moment; if it stays so, see whether its server runs.';
    case 'busy':
      return 'The database is held by another program. Try again in a moment.';
    default:
      return undefined;
  }
}
