import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { memberResponse } from '../responses.ts';

/** Lists the members of an app in the order in which they joined. */
export const getMembers: NotificationsHandler<'getMembers'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  return respond(200, { members: (await store.members.list(appId)).map(memberResponse) });
};
