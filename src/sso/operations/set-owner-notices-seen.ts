import { eventNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Records which changes of their credentials the caller has seen. */
export const setOwnerNoticesSeen: SsoHandler<'setOwnerNoticesSeen'> = async ({
  body: { through },
  caller,
  activity,
  respond,
}) => {
  if (!(await activity.markSeen(requireOwner(caller), through))) throw eventNotFound(through);
  return respond(204);
};
