import type { SsoHandler } from '../handler.ts';
import { generateInviteCode, inviteHash } from '../registration/invite.ts';
import { inviteResponse } from '../responses.ts';

const defaultLifetime = 7 * 86_400;

/** Creates an invite. The response alone contains the code. */
export const createInvite: SsoHandler<'createInvite'> = async ({
  body: { note = null, expiresInSeconds = defaultLifetime },
  administrator,
  atomically,
  now,
  newId,
  randomBytes,
  request,
  settings: { issuer },
  respond,
}) => {
  const at = now();
  const code = generateInviteCode(randomBytes);
  const created = await atomically(async ({ invites, audit }) => {
    const invite = await invites.create({
      id: newId(),
      codeHash: inviteHash(code),
      note,
      createdBy: administrator.name,
      createdAt: at,
      expiresAt: new Date(at.getTime() + expiresInSeconds * 1000),
    });
    await audit.record({
      event: 'invite_created',
      at,
      requestId: request.id,
      ip: request.ip,
      administrator,
      details: { inviteId: invite.id, expiresAt: invite.expiresAt.toISOString() },
    });
    return invite;
  });
  // The code is in the fragment, which browsers send to no server.
  return respond(201, { ...inviteResponse(created, at), code, link: `${issuer}/owner#invite=${code}` });
};
