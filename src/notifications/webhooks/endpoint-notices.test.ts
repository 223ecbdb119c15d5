import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { respondWith, startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.close());

/** A log, and the messages about an endpoint in it. */
function recordedLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const messages = (endpointId: string) =>
    lines.flatMap((line) => {
      const entry: { endpointId?: string; msg: string } = JSON.parse(line);
      return entry.endpointId === endpointId ? [entry.msg] : [];
    });
  return { log: pino(stream), messages };
}

test('webhook delivery: an endpoint that fails for an hour is logged once per series of failures', async () => {
  const { appId } = await outbox.app();
  const { log, messages } = recordedLog();
  const failing = outbox.worker(respondWith(503), () => 0, log);
  const minute = 60_000;
  const fail = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 30) {
      await outbox.event(appId);
      await failing.drain();
      outbox.clock.advance(30 * minute);
    }
  };
  await fail(60);
  expect(messages(appId)).toEqual([]);
  await fail(180);
  const notice = 'webhook fails: all attempts of the last hour failed';
  expect(messages(appId)).toEqual([notice]);

  await outbox.worker(respondWith(200)).drain();
  await outbox.event(appId);
  await outbox.worker(respondWith(200)).drain();
  await fail(120);
  expect(messages(appId)).toEqual([notice, notice]);
});

test('webhook delivery: an endpoint that responds 410 is logged as paused', async () => {
  const { appId } = await outbox.app();
  const { log, messages } = recordedLog();
  await outbox.event(appId);
  await outbox.worker(respondWith(410), () => 0, log).drain();
  expect(messages(appId)).toEqual(['webhook paused: the endpoint responded 410']);
});
