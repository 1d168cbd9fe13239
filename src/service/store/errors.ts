/** What the store's failures mean to the rest of the service, whichever database is beneath. */
export type StoreFailure =
  | 'full'
  | 'corrupt'
  | 'busy'
  | 'unwritable'
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

/** Classifies an error thrown by a query; `other` for anything that did not come from the database. */
export function storeFailure(error: unknown): StoreFailure {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 'other';
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
    case 'busy':
      return 'The database is held by another program. Try again in a moment.';
    default:
      return undefined;
  }
}
