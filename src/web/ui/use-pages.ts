import { useCallback, useEffect, useRef, useState } from 'react';
import type { Page } from '../../runtime/page.ts';

export interface PagedItems<Item> {
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

/** Loads a list page by page, and restarts when `key` changes. A new request aborts the running one. */
export function usePages<Item>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
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
        const { items, nextCursor } = await latest.current(cursor, signal);
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
      latest.current(undefined, signal).then(
        ({ items }) => {
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
