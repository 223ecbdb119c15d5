import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPushScene, type PushScene } from '../../../contract-tests/fixtures/notifications/push-scene.ts';
import { unwrap } from '../../typed-contract/client.ts';

const minute = 60_000;

let service: PushScene['service'];
let app: PushScene['app'];
let send: PushScene['send'];
let outcomeOf: PushScene['outcomeOf'];
let close: PushScene['close'];
beforeAll(async () => {
  ({ service, app, send, outcomeOf, close } = await startPushScene());
});
afterAll(() => close());

/** Reads `count` events of a stream, or all until it ends. */
async function events(stream: ReadableStream<Uint8Array>, count: number): Promise<{ id: string; data: string }[]> {
  const found: { id: string; data: string }[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    found.length = 0;
    for (const [, id = '', data = ''] of text.matchAll(/event: push\nid: (.*)\ndata: (.*)\n\n/g))
      found.push({ id, data });
    if (found.length >= count) break;
  }
  return found;
}

async function withPage() {
  const person = await service.recipient(app.appId);
  const { deviceId } = unwrap(await person.host.createDevice({ body: { transport: 'stream' } }));
  const listen = async () => unwrap(await person.host.streamPushes({ query: { deviceId } }));
  return { ...person, deviceId, listen };
}

test('push stream: a push is one event, repeated on each connection until its receipt', async () => {
  const { sub, host, listen } = await withPage();
  const first = await listen();
  const notificationId = await send(sub);
  const [event] = await events(first, 1);
  expect(event?.id).toBe(notificationId);
  expect(JSON.parse(event?.data ?? '')).toMatchObject({ notificationId, title: 'Coffee Corner', body: 'Ready! ☕' });
  expect((await events(await listen(), 1)).map(({ id }) => id)).toEqual([notificationId]);
  expect((await host.createReceipt({ path: { notificationId }, body: { status: 'delivered' } })).status).toBe(204);
  await outcomeOf(notificationId).toEqual(['delivered']);
});

test('push stream: a page without a connection for a minute is unreachable', async () => {
  const { sub } = await withPage();
  service.clock.advance(minute + 1);
  await outcomeOf(await send(sub)).toEqual(['dropped_device_unreachable']);
});

test('push stream: a newer connection ends the older one, and deleting the device ends the newer one', async () => {
  const { host, deviceId, listen } = await withPage();
  const older = await listen();
  const newer = await listen();
  expect(await events(older, 1)).toEqual([]);
  expect((await host.deleteDevice({ path: { deviceId } })).status).toBe(204);
  expect(await events(newer, 1)).toEqual([]);
  expect((await host.streamPushes({ query: { deviceId } })).status).toBe(404);
});

test('push stream: a device of another person or transport gets 404', async () => {
  const { deviceId } = await withPage();
  const stranger = await service.person();
  expect((await stranger.streamPushes({ query: { deviceId } })).status).toBe(404);
  expect((await stranger.deleteDevice({ path: { deviceId } })).status).toBe(404);
});
