import { expect, test } from 'vitest';
import { appPath, isHostPage, hostRouteOf } from './host-route.ts';

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
