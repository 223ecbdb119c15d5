import { userNotFound } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { userDataResponse } from '../responses.ts';

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
