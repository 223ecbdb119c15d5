import type { PageRequest } from '../../runtime/http/page.ts';
import { readPage, type NotificationsHandler, auditActor, requireApp, requireAppOwner } from '../handler.ts';
import { memberResponse } from '../responses.ts';
import { activityNotFound, appNotFound, lastOwner, memberNotFound, ownerRequired, tooManyMembers } from '../errors.ts';
import { maxMembers } from './member-store.ts';

/** Lists the members of an app in the order in which they joined. */
export const getMembers: NotificationsHandler<'getMembers'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const members = await store.members.list(appId);
  const names = await store.memberNames.of(
    appId,
    members.map(({ sub }) => sub),
  );
  return respond(200, { members: members.map((member) => memberResponse(member, names)) });
};

/** Records how the caller is called at an app, which is what they claim. */
export const setMemberProfile: NotificationsHandler<'setMemberProfile'> = async (input) => {
  const { path, body, caller, store, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  await store.memberNames.set(appId, caller.sub, body.name);
  return respond(204);
};

/** Adds a member to an app, or changes the role of one. */
export const setMember: NotificationsHandler<'setMember'> = async (input) => {
  const { path, body, caller, request, store, now, respond } = input;
  const { id: appId, deletedAt } = await requireAppOwner(store, path.appId, caller);
  if (deletedAt !== null) throw appNotFound();
  const { sub } = path;
  const { role } = body;
  await store.atomically(async ({ members, audit }) => {
    const result = await members.set(appId, { sub, role, addedAt: now() });
    if (result === 'last_owner') throw lastOwner();
    if (result === 'too_many_members') throw tooManyMembers(maxMembers);
    await audit.record({ event: 'member_set', appId, ...auditActor(caller, request), details: { sub, role } });
  });
  const member = (await store.members.list(appId)).find((one) => one.sub === sub);
  if (!member) throw memberNotFound();
  return respond(200, memberResponse(member, await store.memberNames.of(appId, [sub])));
};

/** Removes a member. Owners remove anyone, members themselves. Keys that the member made end in 24 hours. */
export const deleteMember: NotificationsHandler<'deleteMember'> = async (input) => {
  const { path, caller, request, store, now, respond } = input;
  const { id: appId, role } = await requireApp(store, path.appId, caller);
  const { sub } = path;
  if (role !== 'owner' && sub !== caller.sub) throw ownerRequired();
  await store.atomically(async ({ members, audit }) => {
    const result = await members.remove(appId, sub, now());
    if (result === 'last_owner') throw lastOwner();
    if (result === 'not_found') throw memberNotFound();
    const details = { sub, ...(result.endingKeys > 0 && { endingKeys: String(result.endingKeys) }) };
    await audit.record({ event: 'member_removed', appId, ...auditActor(caller, request), details });
  });
  return respond(204);
};

/** Lists who changed an app, the newest change first. */
export const listAppActivity: NotificationsHandler<'listAppActivity'> = async (input) => {
  const { path, query, caller, store, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  const reader = { appId, sub: caller.sub };
  const list = ({ after, limit }: PageRequest) => store.appActivity.list({ ...reader, after: after?.id, limit });
  const { items, nextCursor } = await readPage(query, list, ({ at, id }) => ({ at, id }));
  const subs = items.flatMap(({ actorSub, details }) => [actorSub, details['sub']]);
  const names = await store.memberNames.of(appId, subs);
  const events = items.map(({ id, at, ...event }) => ({
    eventId: id,
    at: at.toISOString(),
    ...event,
    actorName: names.get(event.actorSub) ?? null,
    memberName: names.get(event.details['sub'] ?? '') ?? null,
  }));
  return respond(200, { events, newCount: await store.appActivity.countNew(reader), nextCursor });
};

/** Records which changes of an app the caller has seen. */
export const setAppActivitySeen: NotificationsHandler<'setAppActivitySeen'> = async (input) => {
  const { path, body, caller, store, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  if (!(await store.appActivity.markSeen({ appId, sub: caller.sub }, body.through))) throw activityNotFound();
  return respond(204);
};
