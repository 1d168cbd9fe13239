import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';

export interface Column<T> {
  /** Read by everybody, shown to everybody. */
  readonly title: string;
  readonly cell: (item: T) => ComponentChildren;
  /** Numbers stand to the right, below each other. */
  readonly isNumber?: boolean;
  /** Whether a narrow window may leave it out. */
  readonly isMinor?: boolean;
}

interface TableProps<T> {
  /** What the table is of, for those who do not see where it stands. */
  readonly label: string;
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  readonly columns: readonly Column<T>[];
  /** What can be done with an item, at the end of its row. */
  readonly actions?: (item: T) => ComponentChildren;
  /** Gets the items after these; none where these are all. */
  readonly onMore?: (() => void) | undefined;
}

const classOf = ({ isNumber, isMinor }: Pick<Column<never>, 'isNumber' | 'isMinor'>) =>
  [isNumber ? 'number' : '', isMinor ? 'minor' : ''].filter((name) => name !== '').join(' ');

export function Table<T>({ label, items, idOf, columns, actions, onMore }: TableProps<T>) {
  return (
    <div class="table">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
            {actions && (
              <th scope="col" class="actions">
                <span class="unseen">{l10n.t('Actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={idOf(item)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.title} scope="row" class={classOf(column)}>
                    {column.cell(item)}
                  </th>
                ) : (
                  <td key={column.title} class={classOf(column)}>
                    {column.cell(item)}
                  </td>
                ),
              )}
              {actions && <td class="actions">{actions(item)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {onMore && (
        <button type="button" class="more" onClick={onMore}>
          {l10n.t('Show More')}
        </button>
      )}
    </div>
  );
}
