// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type Page, usePages } from './use-pages.ts';

afterEach(cleanup);

interface Asked {
  readonly what: string;
  readonly signal: AbortSignal;
  readonly answer: (items: readonly string[], nextCursor?: string) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

/** A list whose service answers when the test says so, in whatever order, even where nobody waits any more. */
function listOf(first: string) {
  const asked: Asked[] = [];
  const { result, rerender } = renderHook(
    ({ filter }) =>
      usePages(filter, (cursor, signal) => {
        const { promise, resolve, reject } = Promise.withResolvers<Page<string>>();
        asked.push({
          what: `${filter} ${cursor ?? 'start'}`,
          signal,
          answer: (items, nextCursor) => act(async () => resolve({ items, nextCursor: nextCursor ?? null })),
          fail: (error) => act(async () => reject(error)),
        });
        return promise;
      }),
    { initialProps: { filter: first }, wrapper: StrictMode },
  );
  return {
    shown: () => result.current,
    choose: (filter: string) => rerender({ filter }),
    do: (what: 'more' | 'reload') => act(async () => result.current[what]()),
    /** The request that was made last. */
    last: (): Asked => {
      const request = asked.at(-1);
      if (!request) throw new Error('nothing was asked');
      return request;
    },
  };
}

test('pages: one comes after the other, until there is none', async () => {
  const list = listOf('all');
  expect(list.shown()).toMatchObject({ items: undefined, loading: true, hasMore: false });
  await list.last().answer(['a', 'b'], '2');
  expect(list.shown()).toMatchObject({ items: ['a', 'b'], loading: false, hasMore: true });
  await list.do('more');
  expect(list.last().what).toBe('all 2');
  expect(list.shown()).toMatchObject({ items: ['a', 'b'], loadingMore: true });
  await list.last().answer(['c']);
  expect(list.shown()).toMatchObject({ items: ['a', 'b', 'c'], loadingMore: false, hasMore: false });
});

test('pages: what one asked to see more of comes late, and not into the list of another filter', async () => {
  const list = listOf('all');
  await list.last().answer(['a'], '2');
  await list.do('more');
  const late = list.last();
  list.choose('dropped');
  expect(list.shown()).toMatchObject({ items: undefined, loading: true, loadingMore: false });
  expect(late.signal.aborted).toBe(true);
  await list.last().answer(['x'], '9');
  await late.answer(['b']);
  expect(list.shown()).toMatchObject({ items: ['x'], hasMore: true });
});

test('pages: a reload begins anew; a page that comes after it is of the old list', async () => {
  const list = listOf('all');
  await list.last().answer(['a'], '2');
  await list.do('more');
  const late = list.last();
  await list.do('reload');
  expect(list.shown()).toMatchObject({ items: ['a'], loading: true, loadingMore: false });
  await list.last().answer(['z', 'a'], '3');
  await late.answer(['b']);
  expect(list.shown()).toMatchObject({ items: ['z', 'a'], hasMore: true });
});

test('pages: while the list is read, no more of it is asked for', async () => {
  const list = listOf('all');
  await list.last().answer(['a'], '2');
  await list.do('reload');
  const reload = list.last();
  await list.do('more');
  expect(list.last()).toBe(reload);
});

test('pages: a change while another page is on its way keeps both', async () => {
  const list = listOf('all');
  await list.last().answer(['a', 'b'], '2');
  const { replace } = list.shown();
  await list.do('more');
  await list.last().answer(['c']);
  await act(async () => replace((item) => item === 'b', 'B'));
  expect(list.shown().items).toEqual(['a', 'B', 'c']);
  list.choose('dropped');
  await list.last().answer(['b']);
  await act(async () => replace((item) => item === 'b', 'B'));
  expect(list.shown().items).toEqual(['b']);
});

test('pages: what failed keeps what is there; the error of one filter is none of another', async () => {
  const list = listOf('all');
  await list.last().answer(['a'], '2');
  await list.do('more');
  await list.last().fail(new Error('down'));
  expect(list.shown()).toMatchObject({ items: ['a'], hasMore: true, loadingMore: false, error: new Error('down') });
  list.choose('dropped');
  expect(list.shown().error).toBeUndefined();
});
