import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { ownerOf } from '../owner-of.ts';

/** Deletes the owner with everything that is theirs; every application is disconnected by it. */
export const deleteOwner: SsoHandler<'deleteOwner'> = async ({
  caller,
  atomically,
  now,
  request,
  settings,
  respond,
}) => {
  const sub = ownerOf(caller);
  await atomically(async ({ owners, audit }) => {
    if (!(await owners.delete(sub))) return;
    await audit.record({ event: 'owner_deleted', at: now(), requestId: request.id, ownerSub: sub, ip: request.ip });
  });
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};
