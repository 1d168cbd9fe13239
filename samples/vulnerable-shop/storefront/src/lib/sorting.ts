const COLUMNS = new Set(['name', 'price', 'added_at']);

/** The column to sort by: the one asked for if there is such a column, else the name. */
export function sortColumn(wanted: unknown): string {
  return typeof wanted === 'string' && COLUMNS.has(wanted) ? wanted : 'name';
}
