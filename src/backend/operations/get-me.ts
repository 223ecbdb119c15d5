import type { BackendHandler } from '../handler.ts';
import { userRecord } from '../records.ts';

/** Every call says that they were here, however soon after the last. */
export const getMe: BackendHandler<'getMe'> = async ({ user, seen, users, newId, now, respond }) =>
  respond(200, userRecord(seen ?? (await users.seen({ id: newId(), platformId: user.platformId, at: now() }))));
