import { expect, test } from 'vitest';
import {
  accountPath,
  appPath,
  hostRouteOf,
  isHostPage,
  isWatching,
  readTapAddress,
  respondToWatching,
  tapAddress,
} from './worker-messages.ts';

const push = {
  notificationId: 'ntf_01KJMBQDE0Y72P6GXRDNGT8BB5',
  appId: '019c7a10-1400-7055-9e9a-4427b88fbebe',
  title: 'Coffee Corner',
  body: '100 % ready ☕ #1',
  startParam: 'order=7041&x=ü',
  sentAt: '2026-03-01T09:30:00.000Z',
};

test('tap: the URL of a tapped notification contains the whole push', () => {
  const { hash } = new URL(tapAddress(push), 'http://localhost');
  expect(readTapAddress(hash)).toEqual(push);
});

test('tap: the URL does not contain the receipt token', () => {
  expect(tapAddress({ ...push, receiptToken: 'secret-of-the-worker' })).not.toContain('secret');
});

test.each(['', '#', '#tap=', '#tap=%', '#tap=null', '#tap=%7B%22appId%22%3A1%7D', '#other'])(
  'tap: the URL fragment %s contains no push',
  (hash) => {
    expect(readTapAddress(hash)).toBeUndefined();
  },
);

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

const appId = '019c7a10-1400-7055-9e9a-4427b88fbebe';
const at = (path: string) => new URL(path, 'https://platform.example');

test.each([undefined, '', 'order=7041&x=ü', '#?%'])(
  'host address: an open app with the start parameter %j',
  (startParam) => {
    expect(hostRouteOf(at(appPath(appId, startParam)))).toEqual({ page: 'app', appId, startParam });
  },
);

test.each(['/host', '/host/', '/host?start=1'])('host address: %s is the list of mini apps', (path) => {
  expect(hostRouteOf(at(path))).toEqual({ page: 'home' });
});

test.each(['/', '/hosts', '/host/apps', '/host/apps/', '/host/apps/a/b', '/host/apps/%2F', '/portal/apps/a'])(
  'host address: %s is no page of the host',
  (path) => {
    expect(hostRouteOf(at(path))).toEqual({ page: 'unknown' });
    expect(isHostPage(at(path))).toBe(false);
  },
);

test('host address: a page with an open app belongs to the host, as the service worker needs to know', () => {
  expect(isHostPage(at(appPath(appId)))).toBe(true);
});

test.each([
  [undefined, '/owner#activity'],
  ['NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM', '/owner/requests/NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM'],
  ['../oauth/authorize?', '/owner#activity'],
])('tap: a push of the platform with the start parameter %s opens %s of the provider', (startParam, path) => {
  expect(accountPath(startParam === undefined ? {} : { startParam })).toBe(path);
});
