import type { BackendHandler } from '../handler.ts';
import { userDataResponse, userResponse } from '../responses.ts';
import { userNotFound } from '../errors.ts';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { createBackendAuditStore } from './user-store.ts';

/** Returns the user, and updates the user's last-seen time on every call. */
export const getMe: BackendHandler<'getMe'> = async ({ user, seen, users, newId, now, respond }) =>
  respond(200, userResponse(seen ?? (await users.recordSeen({ id: newId(), platformId: user.platformId, at: now() }))));

/** Exports everything that is stored about a person, and records the export. */
export const getUserData: BackendHandler<'getUserData'> = async (input) => {
  const { path, personalData, catalog, audit, administrator, request, newId, now, respond } = input;
  const data = await personalData.export(path.sub);
  if (data === undefined) throw userNotFound();
  const at = now();
  // The subject is the id of the user's row: an erasure could not remove a session address from the audit.
  await audit.record({
    id: newId(),
    at,
    event: 'user_exported',
    requestId: request.id,
    ip: request.ip,
    administrator,
    subject: data.user.id,
    details: {},
  });
  return respond(200, userDataResponse(data, catalog, at), { 'cache-control': 'no-store' });
};

/** Erases a person; settled payments stay under a random pseudonym. */
export const deleteUser: BackendHandler<'deleteUser'> = async (input) => {
  const { path, personalData, administrator, request, newId, randomBytes, now, respond } = input;
  const pseudonym = `erased:${encodeBase64url(randomBytes(16))}`;
  const erasure = await personalData.erase(path.sub, pseudonym, (details, trx) =>
    createBackendAuditStore(trx).record({
      id: newId(),
      at: now(),
      event: 'user_erased',
      requestId: request.id,
      ip: request.ip,
      administrator,
      subject: pseudonym,
      details: { ...details },
    }),
  );
  if (erasure === undefined) throw userNotFound();
  return respond(200, erasure, { 'cache-control': 'no-store' });
};
