import { lastOwner, memberNotFound, ownerRequired } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Removes a member. Owners remove anyone, members themselves. Keys that the member made end in 24 hours. */
export const deleteMember: NotificationsHandler<'deleteMember'> = async ({
  path,
  caller,
  request,
  store,
  now,
  respond,
}) => {
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
