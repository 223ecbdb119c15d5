import { activityResponse } from '../activity/activity-response.ts';
import type { SsoHandler } from '../handler.ts';
import { ownerUnauthorized } from '../errors/owner-errors.ts';
import { requireOwner } from '../require-owner.ts';

/** Maximum number of events in one file. */
const maxEvents = 10_000;

/** Returns the caller's profile and activity log as a file. */
export const getOwnerActivityExport: SsoHandler<'getOwnerActivityExport'> = async ({
  caller,
  activity,
  owners,
  now,
  respond,
}) => {
  const sub = requireOwner(caller);
  const profile = await owners.profile(sub);
  // The owner was deleted concurrently.
  if (!profile) throw ownerUnauthorized();
  const exportedAt = now().toISOString();
  const found = await activity.list({ sub, limit: maxEvents + 1 });
  const events = found.slice(0, maxEvents).map(activityResponse);
  return respond(
    200,
    { sub, profile: { ...profile }, exportedAt, complete: found.length <= maxEvents, events },
    { 'content-disposition': `attachment; filename="activity-${exportedAt.slice(0, 10)}.json"` },
  );
};
