import { expect, test } from 'vitest';
import { answerWatching, isWatching } from './watching.ts';

const never = () => new Promise<void>(() => undefined);

test.each([true, false])('watching: a page that says %s is believed, before its time is up', async (watching) => {
  const page = {
    postMessage: (data: unknown, ports: readonly MessagePort[]) => answerWatching({ data, ports }, watching),
  };
  expect(await isWatching(page, never)).toBe(watching);
});

test('watching: a page that does not answer within half a second is not there', async () => {
  const waits: number[] = [];
  const elapsed = async (milliseconds: number) => void waits.push(milliseconds);
  expect(await isWatching({ postMessage: () => undefined }, elapsed)).toBe(false);
  expect(waits).toEqual([500]);
});

test('watching: what else a worker tells a page is not answered', () => {
  const said: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  port2.postMessage = (answer: unknown) => void said.push(answer);
  answerWatching({ data: { type: 'tap' }, ports: [port2] }, true);
  answerWatching({ data: 'watching', ports: [port2] }, true);
  expect(said).toEqual([]);
  port1.close();
});
