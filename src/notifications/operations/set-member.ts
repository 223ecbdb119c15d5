import { appNotFound, lastOwner, memberNotFound, tooManyMembers } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireAppOwner } from '../require-app.ts';
import { memberResponse } from '../responses.ts';
import { maxMembers } from '../store/app-members.ts';

/** Adds a member to an app, or changes the role of one. */
export const setMember: NotificationsHandler<'setMember'> = async ({
  path,
  body,
  caller,
  request,
  store,
  now,
  respond,
}) => {
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
  return respond(200, memberResponse(member));
};
