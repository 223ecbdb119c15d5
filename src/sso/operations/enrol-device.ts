import { encodeHex } from '../../protocol/hex.ts';
import type { SsoHandler } from '../handler.ts';

/** The key that signs the request is enrolled: a new key with a new owner, a known key with its own. */
export const enrolDevice: SsoHandler<'enrolDevice'> = async ({
  caller: { jkt, jwk },
  body,
  owners,
  audit,
  now,
  randomBytes,
  request,
  respond,
}) => {
  const at = now();
  const { isNew, ...device } = await owners.enrolDevice({
    sub: encodeHex(randomBytes(16)),
    jkt,
    jwk,
    name: body.name,
    at,
  });
  const answer = { ...device, createdAt: device.createdAt.toISOString() };
  if (!isNew) return respond(200, answer);
  await audit.record({
    event: 'device_enrolled',
    at,
    requestId: request.id,
    ownerSub: device.sub,
    ip: request.ip,
    details: { jkt },
  });
  return respond(201, answer);
};
