import { expect, test } from 'vitest';
import { startDeveloper } from '../../../contract-tests/fixtures/sso/clients.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { clientId, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

interface Log {
  readonly events: readonly { readonly eventId: string; readonly event: string; readonly at: string }[];
  readonly nextCursor: string | null;
}

const read = async (device: TestKey, query = '') =>
  (await sendAsDevice(sso, device, 'GET', `/api/v1/owner/activity${query}`)).json<Log>();
const kinds = ({ events }: Log) => events.map(({ event }) => event);

test('sso listOwnerActivity: sign-ins, approvals, changes and revocations are listed, the newest first', async () => {
  const { device } = await signIn(sso);
  const browser = await signInBrowser(sso, device);
  await browser.send('PATCH', `devices/${device.jkt}`, { name: 'Old phone' });
  await browser.send('DELETE', `clients/${clientId}`);
  await browser.send('DELETE', 'session');
  const log = await read(device);
  expect(kinds(log)).toEqual([
    'browser_signed_out',
    'session_revoked',
    'device_renamed',
    'passkey_registered',
    'tokens_issued',
    'sign_in_approved',
    'device_enrolled',
  ]);
  expect(log.events[5]).toEqual({
    eventId: expect.stringMatching(/^\d+$/),
    at: sso.clock.now.toISOString(),
    event: 'sign_in_approved',
    application: { clientId, name: 'Application 1' },
    place: { ipAddress: '127.0.0.1', userAgent: 'lightMyRequest' },
    details: expect.objectContaining({ by: 'device', deviceJkt: device.jkt }),
  });
});

test('sso listOwnerActivity: what an owner did with sign-in applications is listed', async () => {
  const ada = await startDeveloper(sso);
  const application = await ada.create('Team Calendar', { tokenEndpointAuthMethod: 'client_secret_basic' });
  await ada.send('POST', `/applications/${application}/secrets`);
  await ada.invite(application);
  await ada.send('DELETE', `/applications/${application}`);
  const log = await read(ada.device);
  expect(kinds(log).slice(0, 4)).toEqual([
    'application_deleted',
    'application_invite_created',
    'client_secret_created',
    'provider_created',
  ]);
  expect(log.events[0]).toMatchObject({ application: { clientId: application, name: 'Team Calendar' } });
});

test('sso listOwnerActivity: pages follow each other without gap or repetition', async () => {
  const { device } = await signIn(sso);
  const all = await read(device, '?limit=100');
  const pages: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Log = await read(device, `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    pages.push(...page.events.map(({ eventId }) => eventId));
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(all.events.map(({ eventId }) => eventId));
  expect(pages.length).toBeGreaterThan(2);
});

test('sso listOwnerActivity: events of other owners and of operators are absent', async () => {
  const { device } = await enrol(sso);
  await signIn(sso);
  expect(kinds(await read(device))).toEqual(['device_enrolled']);
});

test.each(['e30', 'MTcwMDAwMDAwMDAwMHxhYmM', 'MTcwMDAwMDAwMDAwMHwxfDI'])(
  'sso listOwnerActivity: the cursor %s is rejected',
  async (cursor) => {
    const { device } = await enrol(sso);
    const response = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/activity?cursor=${cursor}`);
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
  },
);

test('sso getOwnerActivityExport: the file has the events of the list and is saved by browsers', async () => {
  const { device, sub } = await signIn(sso);
  const response = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/activity/export');
  expect(response.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'content-disposition': 'attachment; filename="activity-2026-03-01.json"',
    'cache-control': 'no-store',
  });
  expect(response.json()).toEqual({
    sub,
    profile: { displayName: null, pictureUrl: null },
    exportedAt: sso.clock.now.toISOString(),
    complete: true,
    events: (await read(device)).events,
  });
});

test('sso: the activity log contains no secret of a sign-in', async () => {
  const { device, access_token, refresh_token } = await signIn(sso);
  const text = JSON.stringify(await read(device));
  for (const secret of [access_token, refresh_token]) expect(text).not.toContain(secret);
});

test('sso: activity is refused without owner', async () => {
  for (const url of ['/api/v1/owner/activity', '/api/v1/owner/activity/export', '/api/v1/owner/browser-sessions'])
    expect((await sso.app.inject({ url })).statusCode).toBe(401);
});

const tick = () => (sso.clock.now = new Date(sso.clock.now.getTime() + 1_000));

interface Notice {
  readonly eventId: string;
  readonly event: string;
}

const readNotices = async (device: TestKey) =>
  (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/notices')).json<{ readonly notices: readonly Notice[] }>()
    .notices;
const kindsOf = (notices: readonly Notice[]) => notices.map(({ event }) => event);
const markSeen = (device: TestKey, through: string) =>
  sendAsDevice(sso, device, 'PUT', '/api/v1/owner/notices/seen', { through });

test('sso getOwnerNotices: the first device is no notice; a passkey that was added is one until it is seen', async () => {
  const { device } = await enrol(sso);
  expect(await readNotices(device)).toEqual([]);
  tick();
  await signInBrowser(sso, device);
  tick();
  await sendAsDevice(sso, device, 'POST', '/api/v1/owner/recovery-codes');
  const unseen = await readNotices(device);
  expect(kindsOf(unseen)).toEqual(['recovery_codes_created', 'passkey_registered']);

  expect((await markSeen(device, unseen[1]?.eventId ?? '')).statusCode).toBe(204);
  expect(kindsOf(await readNotices(device))).toEqual(['recovery_codes_created']);
  expect((await markSeen(device, unseen[0]?.eventId ?? '')).statusCode).toBe(204);
  expect(await readNotices(device)).toEqual([]);
});

test('sso setOwnerNoticesSeen: an earlier event alters nothing, and events of other owners are refused', async () => {
  const { device } = await enrol(sso);
  tick();
  await signInBrowser(sso, device);
  tick();
  await sendAsDevice(sso, device, 'POST', '/api/v1/owner/recovery-codes');
  const [newest, earlier] = await readNotices(device);
  await markSeen(device, newest?.eventId ?? '');
  await markSeen(device, earlier?.eventId ?? '');
  expect(await readNotices(device)).toEqual([]);

  const { device: stranger } = await enrol(sso);
  const refused = await markSeen(stranger, newest?.eventId ?? '');
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([404, 'event_not_found']);
  expect((await markSeen(device, 'e30')).statusCode).toBe(400);
});

test('sso getOwnerNotices: refused without owner', async () => {
  expect((await sso.app.inject({ url: '/api/v1/owner/notices' })).statusCode).toBe(401);
});
