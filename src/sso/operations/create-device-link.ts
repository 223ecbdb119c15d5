import { authenticatorOf } from '../caller.ts';
import { ownerUnauthorized } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { secretHash } from '../secret-hash.ts';

/** Lifetime of a link, seconds: the time to scan a QR code. */
const linkSeconds = 300;

/** Creates a link with which one further device joins the caller. */
export const createDeviceLink: SsoHandler<'createDeviceLink'> = async ({ caller, respond, ...context }) => {
  const { atomically, secrets, settings, now, newId, request } = context;
  const sub = requireOwner(caller);
  const at = now();
  const expiresAt = new Date(at.getTime() + linkSeconds * 1000);
  const secret = secrets.generate();
  const id = newId();
  await atomically(async ({ deviceLinks, audit }) => {
    // Owner or authenticator was deleted concurrently.
    const authenticator = authenticatorOf(caller);
    if (!(await deviceLinks.create({ id, linkHash: secretHash(secret), sub, authenticator, createdAt: at, expiresAt })))
      throw ownerUnauthorized();
    await audit.record({
      event: 'device_link_created',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { deviceLinkId: id, by: caller.kind },
    });
  });
  return respond(201, {
    deviceLinkId: id,
    link: `${settings.issuer}/link/${secret}`,
    expiresAt: expiresAt.toISOString(),
  });
};
