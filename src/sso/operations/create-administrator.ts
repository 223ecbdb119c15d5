import { bootstrapAdministrator, generateAdministratorKey } from '../administrators/administrator.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { administratorResponse } from '../responses.ts';
import { secretHash } from '../secret-hash.ts';

const defaultLifetime = 90 * 86_400;

/** Creates an administrator. The response alone contains the key. */
export const createAdministrator: SsoHandler<'createAdministrator'> = async ({
  body: { name, scopes, expiresInSeconds = defaultLifetime },
  administrator: by,
  atomically,
  now,
  newId,
  randomBytes,
  request,
  respond,
}) => {
  if (name.toLowerCase() === bootstrapAdministrator.name)
    throw invalidOauthRequest(`name is ${name}, which stands for the bootstrap key: use another one.`);
  const at = now();
  const key = generateAdministratorKey(randomBytes);
  const created = await atomically(async ({ administrators, audit }) => {
    const administrator = await administrators.create({
      id: newId(),
      name,
      keyHash: secretHash(key),
      scopes,
      createdAt: at,
      expiresAt: new Date(at.getTime() + expiresInSeconds * 1000),
    });
    await audit.record({
      event: 'administrator_created',
      at,
      requestId: request.id,
      ip: request.ip,
      administrator: by,
      details: { administratorId: administrator.id, name, scopes, expiresAt: administrator.expiresAt.toISOString() },
    });
    return administrator;
  });
  return respond(201, { ...administratorResponse(created, at), key });
};
