import { encodeBase64url } from '../../protocol/base64url.ts';
import { userNotFound } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { createBackendAuditStore } from '../store/audit-events.ts';

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
