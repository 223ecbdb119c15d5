import { expect, test } from 'vitest';
import { respondToWatching, isWatching } from './watching.ts';

const never = () => new Promise<void>(() => undefined);

test.each([true, false])('watching: the response %s of a page is used before the timeout', async (watching) => {
  const page = {
    postMessage: (data: unknown, ports: readonly MessagePort[]) => respondToWatching({ data, ports }, watching),
  };
  expect(await isWatching(page, never)).toBe(watching);
});

test('watching: a page that does not respond within half a second is not watching', async () => {
  const waits: number[] = [];
  const elapsed = async (milliseconds: number) => void waits.push(milliseconds);
  expect(await isWatching({ postMessage: () => undefined }, elapsed)).toBe(false);
  expect(waits).toEqual([500]);
});

test('watching: other messages of the worker receive no response', () => {
  const responses: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  port2.postMessage = (response: unknown) => void responses.push(response);
  respondToWatching({ data: { type: 'tap' }, ports: [port2] }, true);
  respondToWatching({ data: 'watching', ports: [port2] }, true);
  expect(responses).toEqual([]);
  port1.close();
});
