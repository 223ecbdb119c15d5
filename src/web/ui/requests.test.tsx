import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useResource } from './requests.tsx';

afterEach(cleanup);

test('useResource: no render shows a value of another key', async () => {
  const rendered: string[] = [];
  const { result, rerender } = renderHook(
    ({ key }) => {
      const resource = useResource(key, async () => `of ${key}`);
      rendered.push(`${key}: ${resource.value ?? 'loading'}`);
      return resource;
    },
    { initialProps: { key: 'A' } },
  );
  await act(async () => undefined);
  const { replace } = result.current;
  rerender({ key: 'B' });
  await act(async () => replace('late, of A'));
  expect(result.current.value).toBe('of B');
  expect(new Set(rendered)).toEqual(new Set(['A: loading', 'A: of A', 'B: loading', 'B: of B']));
});
