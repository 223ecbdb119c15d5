import { useState } from 'react';
import { useAction } from './use-action.ts';
import { useResource } from './use-resource.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface Pages<Item> {
  /** Undefined before the first page came. */
  readonly items: readonly Item[] | undefined;
  readonly loading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly loadingMore: boolean;
  readonly reload: () => void;
  /** Puts the answer of a change into the place of what it changed. */
  readonly replace: (isIt: (item: Item) => boolean, item: Item) => void;
}

/** A list that comes page by page. */
export function usePages<Item>(
  key: string,
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page<Item>>,
): Pages<Item> {
  const first = useResource(key, (signal) => load(undefined, signal));
  const [filter, setFilter] = useState(key);
  const next = useAction(async (page: Page<Item>, cursor: string) => {
    const { items, nextCursor } = await load(cursor);
    first.replace({ items: [...page.items, ...items], nextCursor });
  });
  if (filter !== key) setFilter(key);
  const page = first.value;
  return {
    items: page?.items,
    loading: first.loading,
    error: first.error ?? next.error,
    hasMore: typeof page?.nextCursor === 'string',
    more: () => {
      if (page !== undefined && page.nextCursor !== null) void next.run(page, page.nextCursor);
    },
    loadingMore: next.busy,
    reload: first.reload,
    replace: (isIt, item) => {
      if (page !== undefined) first.replace({ ...page, items: page.items.map((one) => (isIt(one) ? item : one)) });
    },
  };
}
