import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { uiText } from './language.ts';
import type { Page } from '../../runtime/http/page.ts';
import './styles/parts.css';

/** A paginated list with its loading, error and empty states. */
export function PagedList<Item>({
  pages,
  empty,
  children,
}: {
  readonly pages: PagedItems<Item>;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}): ReactNode {
  const { items, loading, error, hasMore, more, loadingMore, reload } = pages;
  const { below, remember } = useFocusNewRows(items);
  return (
    <>
      <ErrorNotice error={error} retry={reload} />
      {items === undefined && loading && <Skeleton lines={4} />}
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
            {uiText('showMore')}
          </Button>
        </p>
      )}
    </>
  );
}

interface PagedItems<Item> {
  /** Undefined before the first page has loaded. */
  readonly items: readonly Item[] | undefined;
  readonly loading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly loadingMore: boolean;
  readonly reload: () => void;
  /** Reads the first page without a sign of waiting: new items come first, known ones are replaced. Errors are ignored. */
  readonly refresh: (sameItem: (one: Item, other: Item) => boolean) => void;
  /** Replaces an item after a change. */
  readonly replace: (matches: (item: Item) => boolean, item: Item) => void;
}

interface List<Item> {
  /** Key of the list; a response for another key is dropped. */
  readonly key: string;
  readonly page: Page<Item> | undefined;
  readonly error: unknown;
  /** The running request. */
  readonly busy: 'first' | 'more' | undefined;
}

const unread = (key: string) => ({ key, page: undefined, error: undefined, busy: 'first' }) as const;

/** A response with a page of a list under a name. */
type PageOf<Name extends string, Item> = { readonly [Key in Name]: readonly Item[] } & Pick<Page<Item>, 'nextCursor'>;

/**
 * Loads a list page by page, and restarts when `key` changes. A new request aborts the running one.
 *
 * @param name of the list in the responses
 */
export function usePages<Name extends string, Item>(
  key: string,
  name: Name,
  load: (page: { readonly cursor?: string }, signal: AbortSignal) => Promise<PageOf<Name, Item>>,
): PagedItems<Item> {
  const [state, setState] = useState<List<Item>>(unread(key));
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  const pendingRequest = useRef<AbortController>(undefined);
  useEffect(() => {
    latest.current = load;
  });

  const read = useCallback(
    async (cursor?: string) => {
      pendingRequest.current?.abort();
      const { signal } = (pendingRequest.current = new AbortController());
      const busy = cursor === undefined ? 'first' : 'more';
      setState((before) => (before.key === key ? { ...before, busy } : unread(key)));
      try {
        const { [name]: items, nextCursor } = await latest.current(cursor === undefined ? {} : { cursor }, signal);
        if (signal.aborted) return;
        setState(({ page }) => {
          const kept = cursor === undefined ? [] : (page?.items ?? []);
          return { key, page: { items: [...kept, ...items], nextCursor }, error: undefined, busy: undefined };
        });
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, error, busy: undefined }));
      }
    },
    [key],
  );
  useEffect(() => {
    void read();
    return () => pendingRequest.current?.abort();
  }, [read, round]);

  const { page, error, busy } = state.key === key ? state : unread(key);
  return {
    items: page?.items,
    loading: busy === 'first',
    error,
    hasMore: typeof page?.nextCursor === 'string',
    more: () => {
      if (busy === undefined && typeof page?.nextCursor === 'string') void read(page.nextCursor);
    },
    loadingMore: busy === 'more',
    refresh: (sameItem) => {
      if (busy !== undefined || page === undefined) return;
      const { signal } = (pendingRequest.current = new AbortController());
      latest.current({}, signal).then(
        ({ [name]: items }) => {
          if (signal.aborted) return;
          setState((before) => {
            if (before.key !== key || before.page === undefined || before.busy !== undefined) return before;
            const others = before.page.items.filter((one) => !items.some((item) => sameItem(one, item)));
            return { ...before, page: { ...before.page, items: [...items, ...others] } };
          });
        },
        () => undefined,
      );
    },
    reload: () => setRound((count) => count + 1),
    replace: (matches, item) =>
      setState((before) =>
        before.key !== key || before.page === undefined
          ? before
          : { ...before, page: { ...before.page, items: before.page.items.map((one) => (matches(one) ? item : one)) } },
      ),
  };
}

/**
 * Moves the focus from "Show more" to the first new row, so that a keyboard and a screen reader go on there. Someone who
 * has left the button meanwhile is not disturbed.
 *
 * @param items those of the list
 */
function useFocusNewRows(items: readonly unknown[] | undefined): {
  /** The element after the list, which contains its "Show more". */
  readonly below: RefObject<HTMLParagraphElement | null>;
  /** Remembers the rows of the list, before more are loaded. */
  readonly remember: () => void;
} {
  const below = useRef<HTMLParagraphElement>(null);
  const previousRows = useRef<{ readonly list: Element; readonly rows: number }>(undefined);
  // Before the page notices that the last button is gone and moves the focus to a heading.
  useLayoutEffect(() => {
    const row = previousRows.current?.list.children.item(previousRows.current.rows);
    if (!(row instanceof HTMLElement)) return;
    previousRows.current = undefined;
    const { activeElement } = document;
    if (activeElement !== document.body && below.current?.contains(activeElement) !== true) return;
    row.tabIndex = -1;
    row.focus();
  }, [items]);
  return {
    below,
    remember: () => {
      const before = below.current?.previousElementSibling;
      const list = before?.matches('ul, ol') === true ? before : before?.querySelector('ul, ol, tbody');
      previousRows.current = list ? { list, rows: list.children.length } : undefined;
    },
  };
}

/** Reads again what is in view: while the page is hidden, nothing is read. @param interval milliseconds */
export function useRefresh(refresh: () => void, interval: number): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), interval);
    return () => clearInterval(timer);
  }, [interval]);
}

/** Holds the place of content that loads, so that nothing below moves when it arrives. */
export function Skeleton({
  lines = 3,
  label = uiText('loading'),
}: {
  /** Number of lines, each as high as a row of a table. */
  readonly lines?: number;
  /** What a screen reader says. */
  readonly label?: string;
}): ReactNode {
  return (
    <div className="skeleton" role="status">
      <span className="hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="line" aria-hidden="true" />
      ))}
    </div>
  );
}

/** What stands in place of a list without entries: why it is empty, and what to do. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  /** A button or link with the next step. */
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <p className="title">{title}</p>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <p>{action}</p>}
    </div>
  );
}
