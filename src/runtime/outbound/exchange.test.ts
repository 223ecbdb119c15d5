import { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { exchange } from './exchange.ts';

/** Keeps what it is asked to send. */
class Waiting extends Dispatcher {
  handler: Dispatcher.DispatchHandler | undefined;
  aborted: Error | undefined;

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.handler = handler;
    return true;
  }

  readonly controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason) => void (this.aborted = reason),
    pause: () => undefined,
    resume: () => undefined,
  };
}

const start = (timeoutMs: number, maxResponseBytes = 4) => {
  const dispatcher = new Waiting();
  const options = { origin: 'http://127.0.0.1', path: '/', method: 'POST' } as const;
  return { dispatcher, received: exchange(dispatcher, options, { timeoutMs, maxResponseBytes }) };
};

test('exchange: a request that waits for a connection ends at its timeout, and is not sent afterwards', async () => {
  const { dispatcher, received } = start(1);
  await expect(received).rejects.toMatchObject({ name: 'TimeoutError' });
  dispatcher.handler?.onRequestStart?.(dispatcher.controller, {});
  expect(dispatcher.aborted).toBeInstanceOf(Error);
});

test('exchange: a body is read up to the limit, and its connection is closed', async () => {
  const { dispatcher, received } = start(10_000);
  const { handler, controller } = dispatcher;
  handler?.onRequestStart?.(controller, {});
  handler?.onResponseStart?.(controller, 103, {});
  handler?.onResponseStart?.(controller, 200, { 'retry-after': '7' });
  handler?.onResponseData?.(controller, Buffer.from('abc'));
  expect(dispatcher.aborted).toBeUndefined();
  handler?.onResponseData?.(controller, Buffer.from('def'));
  expect(dispatcher.aborted).toBeInstanceOf(Error);
  const { status, headers, body, error } = await received;
  expect([status, headers, Buffer.from(body).toString(), error]).toEqual([
    200,
    { 'retry-after': '7' },
    'abcd',
    undefined,
  ]);
});

test('exchange: a body that breaks off says why, and so does a missing response', async () => {
  const broken = new Error('broken');
  const { dispatcher, received } = start(10_000);
  dispatcher.handler?.onResponseStart?.(dispatcher.controller, 200, {});
  dispatcher.handler?.onResponseError?.(dispatcher.controller, broken);
  expect(await received).toMatchObject({ status: 200, error: broken });
  const other = start(10_000);
  other.dispatcher.handler?.onResponseError?.(other.dispatcher.controller, broken);
  await expect(other.received).rejects.toBe(broken);
});
