import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approvedCode,
  enrol,
  refresh,
  requestUserinfo,
  sendAsDevice,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  adminKey,
  clientId,
  decode,
  form,
  type Sso,
  startSso,
  type TestKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const change = (device: TestKey, body: object) => sendAsDevice(sso, device, 'PATCH', '/api/v1/owner/profile', body);
const profileOf = async (device: TestKey) =>
  (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/profile')).json<unknown>();
const pictureUrl = 'https://images.example/ada.png?size=96';

/** Signs in an owner with a profile. */
async function signedIn(scope: string, profile: object) {
  const { grant, sub, device } = await approvedCode(sso, { scope });
  await change(device, profile);
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  return { sub, device, tokens };
}

test('OpenID Connect Core §5.4: the scope profile adds name and picture, and preferred_username is the subject', async () => {
  const { sub, device, tokens } = await signedIn('openid profile', { displayName: 'Ada Lovelace', pictureUrl });
  const claims = { sub, name: 'Ada Lovelace', picture: pictureUrl, preferred_username: sub };
  expect(decode(tokens.id_token).claims).toMatchObject(claims);
  expect((await requestUserinfo(sso, tokens.access_token)).json()).toEqual({ ...claims, aud: clientId });
  expect(decode(tokens.access_token).claims).not.toHaveProperty('name');

  await change(device, { displayName: 'Countess of Lovelace', pictureUrl: null });
  const later = decode((await refresh(sso, tokens.refresh_token)).json<Tokens>().id_token).claims;
  expect(later).toMatchObject({ name: 'Countess of Lovelace', preferred_username: sub });
  expect(later).not.toHaveProperty('picture');
});

test('OpenID Connect Core §5.4: claims that the owner did not set are absent', async () => {
  const { sub, tokens } = await signedIn('openid profile', { displayName: null });
  const userinfo = await requestUserinfo(sso, tokens.access_token);
  expect(userinfo.json()).toEqual({ sub, aud: clientId, preferred_username: sub });
});

test.each(['openid', 'openid payments', 'openid profiles'])(
  'OpenID Connect Core §5.4: the scope %s shows nothing of the profile',
  async (scope) => {
    const { sub, tokens } = await signedIn(scope, { displayName: 'Ada', pictureUrl });
    for (const member of ['name', 'picture', 'preferred_username'])
      expect(decode(tokens.id_token).claims).not.toHaveProperty(member);
    expect((await requestUserinfo(sso, tokens.access_token)).json()).toEqual({ sub, aud: clientId });
  },
);

test('sso getOwnerProfile, updateOwnerProfile: members that are left out stay, and null deletes one', async () => {
  const { device } = await enrol(sso);
  expect(await profileOf(device)).toEqual({ displayName: null, pictureUrl: null });
  expect((await change(device, { displayName: 'Ada 👩‍💻' })).json()).toEqual({ displayName: 'Ada 👩‍💻', pictureUrl: null });
  await change(device, { pictureUrl });
  await change(device, { displayName: null });
  expect(await profileOf(device)).toEqual({ displayName: null, pictureUrl });
});

test.each<[string, object]>([
  ['nothing', {}],
  ['an unknown member', { email: 'ada@example.com' }],
  ['an empty name', { displayName: '' }],
  ['a name of 65 characters', { displayName: 'a'.repeat(65) }],
  ['a name with a right-to-left override', { displayName: 'Ada \u202eecilA' }],
  ['a name with an isolate', { displayName: '\u2066Ada' }],
  ['a name with a line break', { displayName: 'Ada\nLovelace' }],
  ['a name with NUL', { displayName: 'Ada\u0000' }],
  ['a name of space', { displayName: ' ' }],
  ['a picture of 513 characters', { pictureUrl: `https://images.example/${'a'.repeat(490)}` }],
  ['a picture over http', { pictureUrl: 'http://images.example/a.png' }],
  ['a picture as data', { pictureUrl: 'data:image/png;base64,AA==' }],
  ['a script', { pictureUrl: 'javascript:alert(1)' }],
  ['a picture with a user name', { pictureUrl: 'https://images.example@evil.example/a.png' }],
  ['a picture with markup', { pictureUrl: 'https://images.example/"><script>' }],
])('sso updateOwnerProfile: %s is rejected', async (_what, body) => {
  const { device } = await enrol(sso);
  const refused = await change(device, body);
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
  expect(await profileOf(device)).toEqual({ displayName: null, pictureUrl: null });
});

test('sso updateOwnerProfile: the activity names what changed, and the export has the profile', async () => {
  const { device, sub } = await enrol(sso);
  await change(device, { displayName: 'Ada', pictureUrl });
  const { events } = (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/activity')).json<{ events: object[] }>();
  expect(events[0]).toMatchObject({ event: 'profile_updated', details: { changed: 'displayName pictureUrl' } });
  const exported = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/activity/export');
  expect(exported.json()).toMatchObject({ sub, profile: { displayName: 'Ada', pictureUrl } });
});

test('sso: erasing an owner leaves nothing of the profile, in the audit neither', async () => {
  const { device, sub } = await enrol(sso);
  await change(device, { displayName: 'Rare Name', pictureUrl });
  const headers = { authorization: `Bearer ${adminKey}` };
  const erased = await sso.app.inject({ method: 'DELETE', url: `/api/v1/owners/${sub}`, headers });
  expect(erased.statusCode).toBe(204);
  const rows = [
    await sso.db.selectFrom('sso.owners').selectAll().execute(),
    await sso.db.selectFrom('sso.audit_events').selectAll().execute(),
  ];
  expect(JSON.stringify(rows)).not.toContain('Rare Name');
});
