import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
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
  authorize,
  clientId,
  flow,
  form,
  type Sso,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { registeredClients } from '../../../contract-tests/fixtures/sso/clients.ts';
import { redirectSector } from './subjects.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const domain = 'people.example';

const sso = useStarted(() => startSso({ settings: { emailPseudonymDomain: domain } }));
/** A provider whose operator set no domain. */
const plain = useStarted(startSso);

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

const upload = (device: TestKey, picture: Buffer) =>
  sendAsDevice(sso, device, 'PUT', '/api/v1/owner/profile/picture', { picture: picture.toString('base64url') });
const pixels = (colour: number): Buffer => {
  const png = new PNG({ width: 4, height: 4 });
  png.data.fill(colour);
  return PNG.sync.write(png);
};

test('sso setOwnerPicture: the picture is served from the origin of the provider, and replaces the one before', async () => {
  const { device } = await enrol(sso);
  const first = (await upload(device, pixels(90))).json<{ pictureUrl: string }>();
  const served = await sso.app.inject({ url: new URL(first.pictureUrl).pathname });
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(PNG.sync.read(served.rawPayload)).toMatchObject({ width: 4, height: 4 });
  const second = (await upload(device, pixels(200))).json<{ pictureUrl: string }>();
  expect(await profileOf(device)).toEqual({ displayName: null, pictureUrl: second.pictureUrl });
  expect((await sso.app.inject({ url: new URL(first.pictureUrl).pathname })).statusCode).toBe(404);
});

test('sso updateOwnerProfile: deleting the picture deletes what was uploaded', async () => {
  const { device } = await enrol(sso);
  const { pictureUrl: uploaded } = (await upload(device, pixels(30))).json<{ pictureUrl: string }>();
  await change(device, { pictureUrl: null });
  expect((await sso.app.inject({ url: new URL(uploaded).pathname })).statusCode).toBe(404);
});

test.each([
  ['markup', Buffer.from('<svg onload="alert(1)"/>'), 'neither a PNG nor a JPEG'],
  ['the beginning of a picture', pixels(1).subarray(0, 50), 'no complete PNG'],
])('sso setOwnerPicture: %s is refused', async (_what, bytes, reason) => {
  const { device } = await enrol(sso);
  const refused = await upload(device, bytes);
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain(reason);
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

const { admin, create } = registeredClients(() => sso);
const scope = 'openid email';

async function tokensAt(client_id: string) {
  const { grant, sub } = await approvedCode(sso, { client_id, scope });
  return { sub, tokens: (await form(sso, '/oauth/token', grant)).json<Tokens>() };
}
const metadataOf = async (target: Sso) =>
  (await target.app.inject({ url: '/.well-known/openid-configuration' })).json<Record<string, string[]>>();

test.each(['public', 'pairwise'])(
  'sso: an application with %s subjects and emailPseudonym gets a made-up address, which is never verified',
  async (subjectType) => {
    const { id } = await create('none', { emailPseudonym: true, subjectType });
    const { sub, tokens } = await tokensAt(id);
    const { email, email_verified: verified, sub: subject } = decode(tokens.id_token).claims;
    expect([email, verified]).toEqual([expect.stringMatching(/^[0-9a-f]{32}@people\.example$/), false]);
    expect(email).not.toContain(sub);
    if (subjectType === 'pairwise') expect(email).toBe(`${String(subject)}@${domain}`);
    const userinfo = await requestUserinfo(sso, tokens.access_token);
    expect(userinfo.json()).toEqual({ sub: subject, aud: id, email, email_verified: false });
    const renewed = (await refresh(sso, tokens.refresh_token, undefined, id)).json<Tokens>();
    expect(decode(renewed.id_token).claims['email']).toBe(email);
  },
);

test('sso: two applications with public subjects get different addresses of one person', async () => {
  const { device } = await enrol(sso);
  const emails = [];
  for (const { id } of [
    await create('none', { emailPseudonym: true }),
    await create('none', { emailPseudonym: true }),
  ]) {
    const attempt = flow({ client_id: id, scope });
    const { deep_link, polling_code } = (await authorize(sso, attempt.query)).json<Record<string, string>>();
    const link = `/api/v1/owner/requests/${deep_link?.split('/').at(-1)}`;
    expect((await sendAsDevice(sso, device, 'GET', link)).json()).toMatchObject({
      permissionCodes: ['sign_in', 'email'],
    });
    await sendAsDevice(sso, device, 'POST', `${link}/decision`, { decision: 'approve', clientId: id, dpopJkt: null });
    const polled = await sso.app.inject({ method: 'POST', url: '/oauth/poll', payload: { polling_code } });
    const { authorization_code: code = '' } = polled.json<Record<string, string>>();
    const grant = { grant_type: 'authorization_code', code, client_id: id, code_verifier: attempt.verifier };
    emails.push(decode((await form(sso, '/oauth/token', grant)).json<Tokens>().id_token).claims['email']);
  }
  expect(new Set(emails).size).toBe(2);
});

test('sso: the scope email is ignored for an application without emailPseudonym, and where it is taken away', async () => {
  const without = await create('none');
  const { tokens } = await tokensAt(without.id);
  expect(tokens.scope).toBe('openid');
  expect(decode(tokens.id_token).claims).not.toHaveProperty('email');

  const { id } = await create('none', { emailPseudonym: true });
  const granted = (await tokensAt(id)).tokens;
  expect((await admin('PATCH', `/${id}`, { emailPseudonym: false })).json()).toMatchObject({ emailPseudonym: false });
  const renewed = (await refresh(sso, granted.refresh_token, undefined, id)).json<Tokens>();
  expect(decode(renewed.id_token).claims).not.toHaveProperty('email');
  expect((await requestUserinfo(sso, renewed.access_token)).json()).not.toHaveProperty('email');
});

test('sso: without EMAIL_PSEUDONYM_DOMAIN no application may have emailPseudonym, and discovery names no email', async () => {
  const refused = await registeredClients(() => plain).admin('POST', '', { name: 'Wiki', emailPseudonym: true });
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.stringContaining('EMAIL_PSEUDONYM_DOMAIN') },
  ]);
  const [announced, silent] = [await metadataOf(sso), await metadataOf(plain)];
  expect(announced).toMatchObject({
    scopes_supported: expect.arrayContaining(['email']),
    claims_supported: expect.arrayContaining(['email', 'email_verified']),
  });
  expect(silent['scopes_supported']).not.toContain('email');
  expect(silent['claims_supported']).not.toContain('email');
});

test('sso updateProvider: another change leaves emailPseudonym as it is', async () => {
  const { id } = await create('none', { emailPseudonym: true });
  expect((await admin('PATCH', `/${id}`, { name: 'Wiki' })).json()).toMatchObject({ emailPseudonym: true });
});

const address = '00000006010000000000000000000001';

test.each<[string, readonly string[], string | undefined]>([
  ['one host', ['https://shop.example/a', 'https://shop.example:8443/b'], 'shop.example'],
  ['a host in other letters', ['https://Shop.Example/a'], 'shop.example'],
  ['two hosts', ['https://shop.example/a', 'https://www.shop.example/a'], undefined],
  ['the device', ['http://127.0.0.1/cb', 'http://localhost:3000/cb', 'http://[::1]/cb'], `client:${address}`],
  ['a scheme of its own', ['com.example.app:/callback', 'com.example.app://shop.example/'], `client:${address}`],
  ['a host and the device', ['https://shop.example/a', 'http://localhost/cb'], undefined],
  ['nothing', [], `client:${address}`],
])('OpenID Connect Core §8.1: the sector of redirect URIs on %s', (_where, redirectUris, sector) => {
  expect(redirectSector({ address, redirectUris })).toBe(sector);
});
