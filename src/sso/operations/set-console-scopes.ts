import { ownerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { readOwnerRecord } from '../owner-administration/owner-record.ts';

/** Replaces what an owner may do in the operator console. */
export const setConsoleScopes: SsoHandler<'setConsoleScopes'> = async ({
  path: { sub },
  body: { scopes },
  administrator,
  respond,
  ...context
}) => {
  const { atomically, now, request } = context;
  const at = now();
  await atomically(async ({ ownerAdministration, audit }) => {
    if (!(await ownerAdministration.setConsoleScopes({ sub, scopes, grantedBy: administrator.name, at })))
      throw ownerNotFound(sub);
    await audit.record({
      event: 'console_scopes_set',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      administrator,
      details: { scopes },
    });
  });
  return respond(200, await readOwnerRecord(sub, context));
};
