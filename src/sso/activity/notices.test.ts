import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { type Sso, startSso, type TestKey } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const tick = () => (sso.clock.now = new Date(sso.clock.now.getTime() + 1_000));

interface Notice {
  readonly eventId: string;
  readonly event: string;
}

const read = async (device: TestKey) =>
  (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/notices')).json<{ readonly notices: readonly Notice[] }>()
    .notices;
const kinds = (notices: readonly Notice[]) => notices.map(({ event }) => event);
const markSeen = (device: TestKey, through: string) =>
  sendAsDevice(sso, device, 'PUT', '/api/v1/owner/notices/seen', { through });

test('sso getOwnerNotices: the first device is no notice; a passkey that was added is one until it is seen', async () => {
  const { device } = await enrol(sso);
  expect(await read(device)).toEqual([]);
  tick();
  await signInBrowser(sso, device);
  tick();
  await sendAsDevice(sso, device, 'POST', '/api/v1/owner/recovery-codes');
  const unseen = await read(device);
  expect(kinds(unseen)).toEqual(['recovery_codes_created', 'passkey_registered']);

  expect((await markSeen(device, unseen[1]?.eventId ?? '')).statusCode).toBe(204);
  expect(kinds(await read(device))).toEqual(['recovery_codes_created']);
  expect((await markSeen(device, unseen[0]?.eventId ?? '')).statusCode).toBe(204);
  expect(await read(device)).toEqual([]);
});

test('sso setOwnerNoticesSeen: an earlier event alters nothing, and events of other owners are refused', async () => {
  const { device } = await enrol(sso);
  tick();
  await signInBrowser(sso, device);
  tick();
  await sendAsDevice(sso, device, 'POST', '/api/v1/owner/recovery-codes');
  const [newest, earlier] = await read(device);
  await markSeen(device, newest?.eventId ?? '');
  await markSeen(device, earlier?.eventId ?? '');
  expect(await read(device)).toEqual([]);

  const { device: stranger } = await enrol(sso);
  const refused = await markSeen(stranger, newest?.eventId ?? '');
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([404, 'event_not_found']);
  expect((await markSeen(device, 'e30')).statusCode).toBe(400);
});

test('sso getOwnerNotices: refused without owner', async () => {
  expect((await sso.app.inject({ url: '/api/v1/owner/notices' })).statusCode).toBe(401);
});
