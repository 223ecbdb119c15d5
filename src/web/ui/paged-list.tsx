import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useFocusNewRows } from './use-focus-new-rows.ts';
import type { PagedItems } from './use-pages.ts';
import { Wait } from './wait.tsx';

export interface PagedListProps<Item> {
  readonly pages: PagedItems<Item>;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A paginated list with its loading, error and empty states. */
export function PagedList<Item>({ pages, empty, children }: PagedListProps<Item>): ReactNode {
  const { items, loading, error, hasMore, more, loadingMore, reload } = pages;
  const { below, remember } = useFocusNewRows(items);
  return (
    <>
      <ErrorNotice error={error} retry={reload} />
      {items === undefined && loading && <Wait />}
      {items !== undefined && (items.length === 0 ? <div className="empty">{empty}</div> : children(items))}
      {hasMore && (
        <p className="more" ref={below}>
          <Button
            onClick={() => {
              remember();
              more();
            }}
            busy={loadingMore}
          >
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
