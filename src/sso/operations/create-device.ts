import { encodeHex } from '../../protocol/hex.ts';
import type { SsoHandler } from '../handler.ts';
import { admitOwner, requireAdmission } from '../registration/admission.ts';

/** Enrols the key that signs the request: a new key creates an owner, a known key returns its owner. */
export const createDevice: SsoHandler<'createDevice'> = async ({
  caller: { jkt, jwk, sub: known },
  body,
  respond,
  ...context
}) => {
  const { atomically, metrics, now, randomBytes, request, settings } = context;
  const hash = known === undefined ? await requireAdmission(body.invite, context) : undefined;
  const at = now();
  const sub = encodeHex(randomBytes(16));
  const { isNew, ...device } = await atomically(async ({ owners, invites, audit }) => {
    const enrolled = await owners.createDevice({ sub, jkt, jwk, name: body.name, at });
    if (!enrolled.isNew) return enrolled;
    await admitOwner({ registration: settings.registration, hash, at }, invites);
    await audit.record({
      event: 'device_enrolled',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { jkt },
    });
    return enrolled;
  });
  if (isNew) metrics.signedUp('device');
  return respond(isNew ? 201 : 200, { ...device, createdAt: device.createdAt.toISOString() });
};
