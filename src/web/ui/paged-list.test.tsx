import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Page } from '../../runtime/http/page.ts';
import { usePages } from './paged-list.tsx';

afterEach(cleanup);

interface PageRequest {
  readonly query: string;
  readonly signal: AbortSignal;
  readonly respond: (items: readonly string[], nextCursor?: string) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

/** A list whose requests the test resolves, in any order, also after they were aborted. */
function listOf(first: string) {
  const requests: PageRequest[] = [];
  const { result, rerender } = renderHook(
    ({ filter }) =>
      usePages(filter, 'items', ({ cursor }, signal) => {
        const { promise, resolve, reject } = Promise.withResolvers<Page<string>>();
        requests.push({
          query: `${filter} ${cursor ?? 'start'}`,
          signal,
          respond: (items, nextCursor) => act(async () => resolve({ items, nextCursor: nextCursor ?? null })),
          fail: (error) => act(async () => reject(error)),
        });
        return promise;
      }),
    { initialProps: { filter: first }, wrapper: StrictMode },
  );
  return {
    shown: () => result.current,
    choose: (filter: string) => rerender({ filter }),
    do: (action: 'more' | 'reload') => act(async () => result.current[action]()),
    refresh: () => act(async () => result.current.refresh((one, other) => one[0] === other[0])),
    /** The latest request. */
    last: (): PageRequest => {
      const request = requests.at(-1);
      if (!request) throw new Error('There is no request.');
      return request;
    },
  };
}

test('usePages: loads one page after the other until the last', async () => {
  const list = listOf('all');
  expect(list.shown()).toMatchObject({ items: undefined, loading: true, hasMore: false });
  await list.last().respond(['a', 'b'], '2');
  expect(list.shown()).toMatchObject({ items: ['a', 'b'], loading: false, hasMore: true });
  await list.do('more');
  expect(list.last().query).toBe('all 2');
  expect(list.shown()).toMatchObject({ items: ['a', 'b'], loadingMore: true });
  await list.last().respond(['c']);
  expect(list.shown()).toMatchObject({ items: ['a', 'b', 'c'], loadingMore: false, hasMore: false });
});

test('usePages: a refresh puts new items first, replaces known ones and keeps further pages, without a sign of waiting', async () => {
  const list = listOf('all');
  await list.last().respond(['b1', 'c1'], '2');
  await list.do('more');
  await list.last().respond(['d1']);
  await list.refresh();
  expect([list.last().query, list.shown().loading]).toEqual(['all start', false]);
  await list.last().respond(['a1', 'b2'], '2');
  expect(list.shown()).toMatchObject({ items: ['a1', 'b2', 'c1', 'd1'], hasMore: false });
  await list.refresh();
  await list.last().fail(new Error('offline'));
  expect(list.shown()).toMatchObject({ items: ['a1', 'b2', 'c1', 'd1'], error: undefined });
});

test('usePages: a refresh that responds after another request began changes nothing', async () => {
  const list = listOf('all');
  await list.last().respond(['a1'], '2');
  await list.refresh();
  const late = list.last();
  await list.do('more');
  await late.respond(['x1']);
  await list.last().respond(['b1']);
  expect(list.shown()).toMatchObject({ items: ['a1', 'b1'] });
});

test('usePages: a late page of another key is dropped', async () => {
  const list = listOf('all');
  await list.last().respond(['a'], '2');
  await list.do('more');
  const late = list.last();
  list.choose('dropped');
  expect(list.shown()).toMatchObject({ items: undefined, loading: true, loadingMore: false });
  expect(late.signal.aborted).toBe(true);
  await list.last().respond(['x'], '9');
  await late.respond(['b']);
  expect(list.shown()).toMatchObject({ items: ['x'], hasMore: true });
});

test('usePages: a reload starts over, and a late page of the old list is dropped', async () => {
  const list = listOf('all');
  await list.last().respond(['a'], '2');
  await list.do('more');
  const late = list.last();
  await list.do('reload');
  expect(list.shown()).toMatchObject({ items: ['a'], loading: true, loadingMore: false });
  await list.last().respond(['z', 'a'], '3');
  await late.respond(['b']);
  expect(list.shown()).toMatchObject({ items: ['z', 'a'], hasMore: true });
});

test('usePages: no further page is requested while the first one loads', async () => {
  const list = listOf('all');
  await list.last().respond(['a'], '2');
  await list.do('reload');
  const reload = list.last();
  await list.do('more');
  expect(list.last()).toBe(reload);
});

test('usePages: replacing an item while a page loads keeps both', async () => {
  const list = listOf('all');
  await list.last().respond(['a', 'b'], '2');
  const { replace } = list.shown();
  await list.do('more');
  await list.last().respond(['c']);
  await act(async () => replace((item) => item === 'b', 'B'));
  expect(list.shown().items).toEqual(['a', 'B', 'c']);
  list.choose('dropped');
  await list.last().respond(['b']);
  await act(async () => replace((item) => item === 'b', 'B'));
  expect(list.shown().items).toEqual(['b']);
});

test('usePages: a failure keeps the loaded items, and its error does not appear for another key', async () => {
  const list = listOf('all');
  await list.last().respond(['a'], '2');
  await list.do('more');
  await list.last().fail(new Error('down'));
  expect(list.shown()).toMatchObject({ items: ['a'], hasMore: true, loadingMore: false, error: new Error('down') });
  list.choose('dropped');
  expect(list.shown().error).toBeUndefined();
});
