import type { ReactNode } from 'react';

interface Column<Row> {
  /** Empty above buttons. */
  readonly title: string;
  readonly kind?: 'number';
  readonly cell: (row: Row) => ReactNode;
}

/** A table. On a phone it scrolls, or each row is a block whose cells show the title of their column. */
export function DataTable<Row>({
  columns,
  rows,
  rowKey,
  onPhone = 'stack',
  label,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly onPhone?: 'stack' | 'scroll';
  /** Name of the region, which a keyboard can scroll. */
  readonly label?: string;
}): ReactNode {
  return (
    <div className="table" {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}>
      <table className={onPhone === 'stack' ? 'stacked' : undefined}>
        <thead>
          <tr>
            {columns.map(({ title, kind }) =>
              title === '' ? (
                <td key={title} />
              ) : (
                <th key={title} scope="col" className={kind}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, kind, cell }) => (
                <td key={title} data-label={title || undefined} className={kind}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
