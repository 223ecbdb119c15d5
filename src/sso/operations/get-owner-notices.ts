import { activityResponse } from '../activity/activity-response.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Lists changes of the caller's credentials that they have not seen. */
export const getOwnerNotices: SsoHandler<'getOwnerNotices'> = async ({ caller, activity, respond }) =>
  respond(200, { notices: (await activity.notices(requireOwner(caller))).map(activityResponse) });
