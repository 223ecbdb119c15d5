import type { CreateDeviceRequest } from '../../../generated/sso/types.ts';
import { encodeHex } from '../../protocol/hex.ts';
import type { DeviceCaller } from '../caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { joinOwner } from '../device-links/join-owner.ts';
import type { SsoRequestContext, SsoHandler } from '../handler.ts';
import type { EnrolledDevice } from '../store/owners.ts';
import { admitOwner, requireAdmission } from '../registration/admission.ts';

/** Enrols the key that signs the request: a new key creates an owner or joins one, a known key returns its owner. */
export const createDevice: SsoHandler<'createDevice'> = async ({ caller, body, respond, ...context }) => {
  const { name, link } = body;
  const { isNew, ...device } =
    link === undefined ? await enrol(caller, body, context) : await joinOwner({ caller, name, link }, context);
  return respond(isNew ? 201 : 200, { ...device, createdAt: device.createdAt.toISOString() });
};

/** Creates an owner for a new key. */
async function enrol(
  { jkt, jwk, sub: known }: DeviceCaller,
  { name, invite }: CreateDeviceRequest,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<EnrolledDevice> {
  const { atomically, metrics, now, randomBytes, request, settings } = context;
  const hash = known === undefined ? await requireAdmission(invite, context) : undefined;
  const at = now();
  const sub = encodeHex(randomBytes(16));
  const device = await atomically(async ({ owners, invites, audit }) => {
    const enrolled = await owners.createDevice({ sub, jkt, jwk, name, at });
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
  if (device.isNew) metrics.signedUp('device');
  return device;
}
