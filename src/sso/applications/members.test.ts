import { beforeAll, expect, test } from 'vitest';
import { addMember, type Developer, outcomeOf, startDeveloper } from '../../../contract-tests/fixtures/sso/clients.ts';
import { startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(() => startSso({ settings: { portalUrl: 'http://localhost:4000/portal' } }));
let ada: Developer;
beforeAll(async () => {
  ada = await startDeveloper(sso);
});

test('createApplicationMembership: a person joins by the link of createApplicationInvite, and getApplicationMembers lists both', async () => {
  const clientId = await ada.create();
  const { link, code } = await ada.invite(clientId);
  expect(link).toBe(`http://localhost:4000/portal/applications/join#invite=${code}`);
  const grace = await startDeveloper(sso);
  sso.advance(1);
  const joined = await grace.join(code);
  expect([joined.statusCode, joined.json()]).toMatchObject([201, { clientId, role: 'member' }]);
  const members = (await ada.send('GET', `/applications/${clientId}/members`)).json();
  expect(members).toMatchObject({
    members: [
      { sub: ada.sub, role: 'owner' },
      { sub: grace.sub, role: 'member' },
    ],
  });
  expect((await ada.send('GET', `/applications/${clientId}/invites`)).json()).toEqual({ invites: [] });
});

test('setApplicationMember and deleteApplicationMember: a member changes the application, and neither its members nor its end', async () => {
  const clientId = await ada.create();
  const member = await addMember(sso, ada, clientId);
  const path = `/applications/${clientId}`;
  expect((await member.send('PATCH', path, { name: 'Renamed' })).statusCode).toBe(200);
  const refused = [403, 'application_owner_required'];
  expect(outcomeOf(await member.send('DELETE', path))).toEqual(refused);
  expect(outcomeOf(await member.send('POST', `${path}/invites`, { role: 'member' }))).toEqual(refused);
  expect(outcomeOf(await member.send('PUT', `${path}/members/${member.sub}`, { role: 'owner' }))).toEqual(refused);
  expect(outcomeOf(await member.send('DELETE', `${path}/members/${ada.sub}`))).toEqual(refused);
  expect(outcomeOf(await member.send('POST', `${path}/reach-requests`, { reason: 'Why not' }))).toEqual(refused);
  expect((await member.send('DELETE', `${path}/members/${member.sub}`)).statusCode).toBe(204);
});

test('sso: the last owner of an application neither leaves nor becomes a member', async () => {
  const clientId = await ada.create();
  const grace = await addMember(sso, ada, clientId);
  const member = `/applications/${clientId}/members/${ada.sub}`;
  expect(outcomeOf(await ada.send('DELETE', member))).toEqual([409, 'last_application_owner']);
  expect(outcomeOf(await ada.send('PUT', member, { role: 'member' }))).toEqual([409, 'last_application_owner']);
  await ada.send('PUT', `/applications/${clientId}/members/${grace.sub}`, { role: 'owner' });
  expect((await ada.send('DELETE', member)).statusCode).toBe(204);
  expect((await grace.send('GET', `/applications/${clientId}`)).json()).toMatchObject({ role: 'owner' });
});

test('getApplicationInvites: an invite ends after a week, and by revokeApplicationInvite', async () => {
  const clientId = await ada.create();
  const grace = await startDeveloper(sso);
  const revoked = await ada.invite(clientId);
  const path = `/applications/${clientId}/invites`;
  expect((await ada.send('DELETE', `${path}/${revoked.inviteId}`)).statusCode).toBe(204);
  expect(outcomeOf(await ada.send('DELETE', `${path}/${revoked.inviteId}`))).toEqual([
    404,
    'application_invite_not_found',
  ]);
  expect(outcomeOf(await grace.join(revoked.code))).toEqual([404, 'application_invite_refused']);
  const late = await ada.invite(clientId);
  sso.advance(7 * 86_400 + 1);
  expect(outcomeOf(await grace.join(late.code))).toEqual([404, 'application_invite_refused']);
});

test('sso: an application has at most 20 open invites', async () => {
  const clientId = await ada.create();
  for (let count = 0; count < 20; count += 1) await ada.invite(clientId);
  const refused = await ada.send('POST', `/applications/${clientId}/invites`, { role: 'member' });
  expect(outcomeOf(refused)).toEqual([409, 'application_invite_limit']);
});

test('sso: the audit names the member and the owner of a removal in events of their own', async () => {
  const clientId = await ada.create();
  const member = await addMember(sso, ada, clientId);
  await ada.send('DELETE', `/applications/${clientId}/members/${member.sub}`);
  const events = await sso.db
    .selectFrom('sso.audit_events')
    .select(['owner_sub', 'details'])
    .where('event', '=', 'application_member_removed')
    .where('client_address', '=', clientId)
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { owner_sub: member.sub, details: { by: 'owner' } },
    { owner_sub: ada.sub, details: {} },
  ]);
});
