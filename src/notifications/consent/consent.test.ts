import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { array, assert, integer, property } from 'fast-check';
import { unwrap } from '../../typed-contract/client.ts';
import {
  newAddress,
  startNotificationsService,
  type TestApp,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { decidePrompt, promptWindowMs } from './consent-store.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const day = 24 * 3_600_000;

const service = useStarted(startNotificationsService);
let app: TestApp;
beforeAll(async () => {
  app = await service.createApp();
});

test('permission prompts: three in 24 hours, then rate_limited; a granted consent needs none [E1, E11, E13, E93]', async () => {
  const { appId } = await service.createApp('Night Bus');
  const sub = newAddress();
  const request = async () => unwrap(await (await service.person(sub)).requestPermission({ path: { appId } }));
  const firstAt = service.clock.now().getTime();
  for (let prompt = 0; prompt < 3; prompt++) {
    expect(await request()).toEqual({ appId, appName: 'Night Bus', status: 'prompt', nextPromptAt: null });
    service.clock.advance(1000);
  }
  expect(await request()).toMatchObject({
    status: 'rate_limited',
    nextPromptAt: new Date(firstAt + day).toISOString(),
  });
  service.clock.advance(day - 3000);
  expect(await request()).toMatchObject({ status: 'prompt' });
  unwrap(await (await service.person(sub)).setConsent({ path: { appId }, body: { status: 'granted' } }));
  expect(await request()).toMatchObject({ status: 'granted', nextPromptAt: null });
});

test('consents: they are listed latest change first, and an unknown app gets 404', async () => {
  const host = await service.person();
  const apps = [await service.createApp('A'), await service.createApp('B'), await service.createApp('C')];
  for (const { appId } of apps) {
    service.clock.advance(1);
    unwrap(await host.setConsent({ path: { appId }, body: { status: 'granted' } }));
  }
  const first = unwrap(await host.listConsents({ query: { limit: 2 } }));
  const rest = unwrap(await host.listConsents({ query: { limit: 2, cursor: first.nextCursor ?? '' } }));
  expect([...first.consents, ...rest.consents].map(({ appName }) => appName)).toEqual(['C', 'B', 'A']);
  const path = { appId: randomUUID() };
  expect((await host.requestPermission({ path })).status).toBe(404);
  expect((await host.setConsent({ path, body: { status: 'granted' } })).status).toBe(404);
  expect((await host.setPresence({ body: path })).status).toBe(404);
  expect((await host.setPresence({ body: { appId: `urn:uuid:${path.appId}` } })).status).toBe(400);
});

test('devices: a 51st device of a person deletes the oldest one', async () => {
  const host = await service.person();
  const ids: string[] = [];
  for (let index = 0; index < 51; index++) {
    service.clock.advance(1);
    ids.push(unwrap(await host.createDevice({ body: { transport: 'stream' } })).deviceId);
  }
  const remove = async (deviceId = '') => (await host.deleteDevice({ path: { deviceId } })).status;
  expect(await remove(ids[0])).toBe(404);
  expect(await remove(ids[1])).toBe(204);
  expect(await remove(ids[50])).toBe(204);
});

test('notifications consent: an unknown key and any Authorization header get 401, and a malformed address gets 400 [E73]', async () => {
  const request = (address: string, headers: Record<string, string>) =>
    fetch(`${service.url}/api/v1/notifications/consent?sessionAddress=${address}`, {
      headers: { 'x-platform-notifications-key': app.key, ...headers },
    });
  for (const authorization of ['', `Bearer ${app.key}`, 'Basic eDp5'])
    expect((await request('a', { authorization })).status).toBe(401);
  const unknown = { 'x-platform-notifications-key': `ank_${'0'.repeat(26)}` };
  expect((await request('a', unknown)).status).toBe(401);
  expect((await request('a', {})).status).toBe(200);
  expect((await request('a'.repeat(65), {})).status).toBe(400);
  expect((await request('', {})).status).toBe(400);
});

const start = Date.UTC(2026, 2, 1);

test('permission prompts: three in succession, the fourth exactly 24 hours after the first [E93]', () => {
  let shown: readonly number[] = [];
  for (const time of [0, 1, 2]) {
    const decision = decidePrompt(shown, new Date(start + time));
    expect(decision.allowed).toBe(true);
    if (decision.allowed) shown = decision.shown;
  }
  const refused = { allowed: false, nextPromptAt: new Date(start + promptWindowMs) };
  expect(decidePrompt(shown, new Date(start + 2))).toEqual(refused);
  expect(decidePrompt(shown, new Date(start + promptWindowMs - 1))).toEqual(refused);
  expect(decidePrompt(shown, new Date(start + promptWindowMs)).allowed).toBe(true);
});

test('permission prompts: no 24 hours have four, and nextPromptAt is the earliest allowed time', () => {
  assert(
    property(array(integer({ min: 0, max: promptWindowMs }), { maxLength: 40 }), (gaps) => {
      let now = start;
      let shown: readonly number[] = [];
      const all: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const decision = decidePrompt(shown, new Date(now));
        if (decision.allowed) {
          shown = decision.shown;
          all.push(now);
        } else {
          expect(decidePrompt(shown, decision.nextPromptAt).allowed).toBe(true);
          expect(decidePrompt(shown, new Date(decision.nextPromptAt.getTime() - 1)).allowed).toBe(false);
        }
      }
      for (const time of all) {
        expect(all.filter((later) => later >= time && later - time < promptWindowMs).length).toBeLessThan(4);
      }
    }),
  );
});
