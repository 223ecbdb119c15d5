import { invalidField } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { parsePushKey } from './push-credentials.ts';

/** Replaces the credentials for pushes to phones, and records who did it. */
export const setPushCredentials: NotificationsHandler<'setPushCredentials'> = async (input) => {
  const { path, body, store, pushCredentials, administrator, request, newId, now, respond } = input;
  const { transport } = body;
  if (transport !== path.transport)
    throw invalidField('transport', 'other_transport', `transport must be ${path.transport}, as in the address.`);
  if (parsePushKey(body) === undefined) {
    const expected = transport === 'apns' ? 'a P-256 key' : 'an RSA key of 2048 bits or more';
    throw invalidField('privateKey', 'invalid_key', `privateKey must be ${expected} in PEM (PKCS#8).`);
  }
  const at = now();
  await store.administratorEvents.record({
    id: newId(),
    at,
    event: 'push_credentials_set',
    requestId: request.id,
    ip: request.ip,
    administrator,
    subject: transport,
    details: {},
  });
  await pushCredentials.set(body, at);
  const sender = body.transport === 'apns' ? `${body.teamId}.${body.keyId}` : body.clientEmail;
  return respond(200, { transport, sender, updatedAt: at.toISOString() });
};
