import type { BackendHandler } from '../handler.ts';
import { userRecord } from '../records.ts';

/** The first call creates the user; every call says that they were here. */
export const getMe: BackendHandler<'getMe'> = async ({ user, users, newId, now, respond }) =>
  respond(200, userRecord(await users.seen({ id: newId(), platformId: user.platformId, at: now() })));
