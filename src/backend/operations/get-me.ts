import type { BackendHandler } from '../handler.ts';
import { userResponse } from '../responses.ts';

/** Returns the user, and updates the user's last-seen time on every call. */
export const getMe: BackendHandler<'getMe'> = async ({ user, seen, users, newId, now, respond }) =>
  respond(200, userResponse(seen ?? (await users.recordSeen({ id: newId(), platformId: user.platformId, at: now() }))));
