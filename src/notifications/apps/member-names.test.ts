import { expect, test } from 'vitest';
import {
  administratorKeys,
  newAddress,
  startNotificationsService,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';

const service = useStarted(startNotificationsService);

/** An app with a second member, who calls as `ada`. */
async function sharedApp() {
  const { appId, portal } = await service.createApp('Coffee Corner');
  const sub = newAddress();
  const path = { appId };
  unwrap(await portal.setMember({ path: { appId, sub }, body: { role: 'owner' } }));
  const ada = await service.person(sub);
  const nameOf = async (of: string) =>
    unwrap(await portal.getMembers({ path })).members.find((member) => member.sub === of)?.name;
  return { portal, path, sub, ada, nameOf };
}

test('setMemberProfile: a member who opens an app is called as they say, and null deletes the name', async () => {
  const { path, sub, ada, nameOf } = await sharedApp();
  expect(await nameOf(sub)).toBeNull();
  for (const name of ['Ada', 'Ada Lovelace', 'עדה', '<b>Ada</b>', 'a'.repeat(64)]) {
    expect((await ada.setMemberProfile({ path, body: { name } })).status).toBe(204);
    expect(await nameOf(sub)).toBe(name);
  }
  unwrap(await ada.setMemberProfile({ path, body: { name: null } }));
  expect(await nameOf(sub)).toBeNull();
});

test('setMemberProfile: names that are too long, hide text or change its direction are refused', async () => {
  const { path, ada } = await sharedApp();
  for (const name of ['', ' Ada', 'a'.repeat(65), 'Ada\u202e', 'A\u200bda', 'A\nda'])
    expect([name, (await ada.setMemberProfile({ path, body: { name } })).status]).toEqual([name, 400]);
});

test('setMemberProfile: only members of the app tell a name, and a name at one app is unknown at others', async () => {
  const { path, sub, ada } = await sharedApp();
  const stranger = await service.person(newAddress());
  expect((await stranger.setMemberProfile({ path, body: { name: 'Ada' } })).status).toBe(404);
  unwrap(await ada.setMemberProfile({ path, body: { name: 'Ada' } }));
  const { appId, portal } = await service.createApp('Curious');
  const added = unwrap(await portal.setMember({ path: { appId, sub }, body: { role: 'developer' } }));
  expect(added.name).toBeNull();
});

test('member names: activity and keys say who did what, also after a member left', async () => {
  const { portal, path, sub, ada } = await sharedApp();
  unwrap(await ada.setMemberProfile({ path, body: { name: 'Ada' } }));
  unwrap(await ada.createApiKey({ path, body: {} }));
  unwrap(await portal.deleteMember({ path: { ...path, sub } }));
  const { keys } = unwrap(await portal.listApiKeys({ path }));
  const makers = keys.map(({ createdBy, createdByName }) => [createdBy === sub, createdByName]);
  expect(makers).toHaveLength(2);
  expect(makers).toEqual(
    expect.arrayContaining([
      [false, null],
      [true, 'Ada'],
    ]),
  );
  const { events } = unwrap(await portal.listAppActivity({ path }));
  expect(events.map(({ event, actorName, memberName }) => [event, actorName, memberName])).toEqual(
    expect.arrayContaining([
      ['member_removed', null, 'Ada'],
      ['api_key_issued', 'Ada', null],
      ['member_set', null, 'Ada'],
    ]),
  );
});

test('member names: operators see the name of an owner, an export contains it, and an erasure deletes it', async () => {
  const operator = createNotificationsClient({
    baseUrl: service.url,
    headers: { authorization: `Bearer ${administratorKeys.notifications}` },
  });
  const sub = newAddress();
  const owner = await service.person(sub);
  const { appId } = unwrap(await owner.createApp({ body: { name: 'Only mine' } }));
  unwrap(await owner.setMemberProfile({ path: { appId }, body: { name: 'Ada' } }));
  expect(unwrap(await operator.listAllApps({ query: { owner: sub } })).apps).toMatchObject([{ ownerName: 'Ada' }]);
  expect(unwrap(await operator.getPersonData({ path: { sub } })).names).toEqual([{ appId, name: 'Ada' }]);
  unwrap(await operator.deletePerson({ path: { sub } }));
  const kept = await service.db
    .selectFrom('notifications.member_names')
    .select('name')
    .where('sub', '=', sub)
    .execute();
  expect(kept).toEqual([]);
});
