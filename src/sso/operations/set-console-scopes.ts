import { bootstrapAdministrator } from '../administrators/administrator.ts';
import { defaultConsoleName } from '../administrators/console-grant.ts';
import { ownerNotFound } from '../errors/administration-errors.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { readOwnerRecord } from '../owner-administration/owner-record.ts';

const defaultLifetime = 90 * 86_400;

/** Replaces what an owner may do in the operator console; no scopes end the access. */
export const setConsoleScopes: SsoHandler<'setConsoleScopes'> = async ({
  path: { sub },
  body: { scopes, name, expiresInSeconds = defaultLifetime },
  administrator,
  respond,
  ...context
}) => {
  if (name?.toLowerCase() === bootstrapAdministrator.name)
    throw invalidOauthRequest(`name is ${name}, which stands for the bootstrap key: use another one.`);
  const { atomically, now, newId, request } = context;
  const at = now();
  await atomically(async ({ consoleAccess, audit }) => {
    const grant = scopes.length > 0 ? await grantAccess() : undefined;
    if (!grant && !(await consoleAccess.remove(sub))) throw ownerNotFound(sub);
    await audit.record({
      event: 'console_scopes_set',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      administrator,
      details: {
        scopes,
        ...(grant && { grantId: grant.id, name: grant.name, expiresAt: grant.expiresAt.toISOString() }),
      },
    });

    async function grantAccess() {
      const former = await consoleAccess.bySub(sub);
      const id = former?.id ?? newId();
      const granted = await consoleAccess.set({
        id,
        name: name ?? former?.name ?? defaultConsoleName(id),
        sub,
        scopes,
        grantedBy: administrator.name,
        grantedAt: at,
        expiresAt: new Date(at.getTime() + expiresInSeconds * 1000),
      });
      if (!granted) throw ownerNotFound(sub);
      return granted;
    }
  });
  return respond(200, await readOwnerRecord(sub, context));
};
