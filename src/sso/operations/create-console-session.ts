import { consoleConfirmation, consoleKeyExpiry, drawConsoleKey } from '../administrators/console-grant.ts';
import { consoleNeedsConfirmation, consoleNotGranted, notTheConsole } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { secretHash } from '../secret-hash.ts';

/** Exchanges an access token of the operator console for an administrator's key. The response alone contains the key. */
export const createConsoleSession: SsoHandler<'createConsoleSession'> = async ({
  token: { sub, clientId, sessionId, confirmedAt },
  settings,
  consoleAccess,
  refusals,
  atomically,
  nonces,
  now,
  randomBytes,
  request,
  respond,
}) => {
  const at = now();
  const refuse = (reason: string) =>
    refusals.record({
      event: 'console_refused',
      at,
      requestId: request.id,
      ownerSub: sub,
      clientAddress: clientId,
      ip: request.ip,
      details: { reason },
    });
  if (clientId !== settings.consoleClient) {
    await refuse('other_application');
    throw notTheConsole();
  }
  const grant = await consoleAccess.bySub(sub);
  if (!grant || grant.expiresAt <= at) {
    await refuse(grant ? 'expired' : 'not_granted');
    throw consoleNotGranted(sub);
  }
  const expiresAt = confirmedAt && consoleKeyExpiry(confirmedAt, grant.expiresAt);
  if (expiresAt === undefined || expiresAt <= at) throw consoleNeedsConfirmation(consoleConfirmation);

  const key = drawConsoleKey(randomBytes);
  const { id, name, scopes } = grant;
  await atomically(async (stores) => {
    await stores.consoleAccess.createSession({ keyHash: secretHash(key), sub, sessionId, createdAt: at, expiresAt });
    await stores.audit.record({
      event: 'console_opened',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      administrator: { id, name },
      details: { scopes, expiresAt: expiresAt.toISOString() },
    });
  });
  return respond(
    201,
    { id, name, sub, scopes: [...scopes], expiresAt: expiresAt.toISOString(), key },
    nonces ? { 'dpop-nonce': nonces.current() } : {},
  );
};
