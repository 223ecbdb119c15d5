import { encodeHex } from '../../protocol/hex.ts';
import { originViolation } from '../client-origin.ts';
import { invalidOauthRequest } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerResponse } from '../responses.ts';

/** Registers an application at a random address. */
export const createProvider: SsoHandler<'createProvider'> = async ({
  body: { name, redirectUris = [], allowedOrigins = [], comparison },
  administrator,
  atomically,
  now,
  randomBytes,
  request,
  respond,
}) => {
  const violation = originViolation(allowedOrigins);
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const at = now();
  const address = encodeHex(randomBytes(16));
  const client = await atomically(async ({ clients, audit }) => {
    await audit.record({
      event: 'provider_created',
      at,
      requestId: request.id,
      clientAddress: address,
      ip: request.ip,
      administrator,
      details: { name },
    });
    return clients.create({
      address,
      name,
      redirectUris,
      allowedOrigins,
      ...(comparison && { comparison }),
      createdAt: at,
    });
  });
  return respond(201, providerResponse(client), { location: `/api/v1/providers/${address}` });
};
