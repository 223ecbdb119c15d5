import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approvedCode,
  enrol,
  refresh,
  requestUserinfo,
  sendAsDevice,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { registeredClients } from '../../../contract-tests/fixtures/sso/registered-clients.ts';
import { authorize, decode, flow, form, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

const domain = 'people.example';

let sso: Sso;
/** A provider whose operator set no domain. */
let plain: Sso;
beforeAll(async () => {
  [sso, plain] = [await startSso({ settings: { emailPseudonymDomain: domain } }), await startSso()];
});
afterAll(async () => {
  await sso.close();
  await plain.close();
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
