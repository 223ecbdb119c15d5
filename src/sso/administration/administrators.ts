import { ofRequest } from './audit-store.ts';
import type { Administrator as AdministratorResponse } from '../../../generated/sso/types.ts';
import {
  type Administrator,
  administratorStatus,
  bootstrapAdministrator,
  generateAdministratorKey,
} from './administrator.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { byCreation } from '../../runtime/http/page.ts';
import { administratorNotFound } from '../errors/administration-errors.ts';

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
      ...ofRequest(request),
      administrator: by,
      details: { administratorId: administrator.id, name, scopes, expiresAt: administrator.expiresAt.toISOString() },
    });
    return administrator;
  });
  return respond(201, { ...administratorResponse(created, at), key });
};

/** Lists all administrators, the most recently created first. */
export const listAdministrators: SsoHandler<'listAdministrators'> = async ({ query, administrators, now, respond }) => {
  const { items, ...page } = await readPage(query, (page) => administrators.list(page), byCreation);
  const at = now();
  return respond(200, {
    administrators: items.map((administrator) => administratorResponse(administrator, at)),
    ...page,
  });
};

/** Returns whose key was presented, and its scopes. */
export const getCurrentAdministrator: SsoHandler<'getCurrentAdministrator'> = ({
  administrator: { id, name, scopes, expiresAt, confirmedAt },
  respond,
}) =>
  respond(200, {
    id,
    name,
    scopes: [...scopes],
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(confirmedAt && { confirmedAt: confirmedAt.toISOString() }),
  });

/** Revokes the key of an administrator. Idempotent. */
export const revokeAdministrator: SsoHandler<'revokeAdministrator'> = async ({
  path: { administratorId },
  administrator: by,
  atomically,
  now,
  request,
  respond,
}) => {
  const at = now();
  const revoked = await atomically(async ({ administrators, audit }) => {
    const administrator = await administrators.revoke(administratorId, at);
    if (!administrator) throw administratorNotFound(administratorId);
    await audit.record({
      event: 'administrator_revoked',
      at,
      ...ofRequest(request),
      administrator: by,
      details: { administratorId, name: administrator.name },
    });
    return administrator;
  });
  return respond(200, administratorResponse(revoked, at));
};

/** Maps a stored administrator to the `Administrator` schema. */
function administratorResponse(administrator: Administrator, now: Date): AdministratorResponse {
  const { id, name, scopes, createdAt, expiresAt, revokedAt } = administrator;
  return {
    id,
    name,
    scopes: [...scopes],
    status: administratorStatus(administrator, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
