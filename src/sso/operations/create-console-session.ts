import { consoleKeyExpiry, generateConsoleKey } from '../administrators/console-grant.ts';
import { findConsoleGrant } from '../administrators/find-console-grant.ts';
import { consoleNotGranted } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { secretHash } from '../secret-hash.ts';

/** Exchanges an access token of the operator console for an administrator's key. The response alone contains the key. */
export const createConsoleSession: SsoHandler<'createConsoleSession'> = async ({
  atomically,
  nonces,
  randomBytes,
  respond,
  ...context
}) => {
  const at = context.now();
  const { sub, sessionId, confirmedAt = at } = context.token;
  const grant = await findConsoleGrant(context);
  if (!grant) throw consoleNotGranted(sub);
  const expiresAt = consoleKeyExpiry(confirmedAt, grant.expiresAt);

  const key = generateConsoleKey(randomBytes);
  const { id, name, scopes } = grant;
  await atomically(async (stores) => {
    await stores.consoleAccess.createSession({
      keyHash: secretHash(key),
      sub,
      sessionId,
      createdAt: at,
      confirmedAt,
      expiresAt,
    });
    await stores.audit.record({
      event: 'console_opened',
      at,
      requestId: context.request.id,
      ownerSub: sub,
      ip: context.request.ip,
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
