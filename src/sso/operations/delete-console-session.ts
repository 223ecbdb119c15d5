import { notAConsoleSession } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Ends the console key that the request presents. */
export const deleteConsoleSession: SsoHandler<'deleteConsoleSession'> = async ({
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  const { keyHash } = administrator;
  if (keyHash === undefined) throw notAConsoleSession(administrator.name);
  await atomically(async ({ consoleAccess, audit }) => {
    await consoleAccess.deleteSession(keyHash);
    await audit.record({
      event: 'console_closed',
      at: now(),
      requestId: request.id,
      ip: request.ip,
      administrator,
    });
  });
  return respond(204);
};
