import { providerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerResponse } from '../responses.ts';

/** Returns one application, disabled or not. */
export const getProvider: SsoHandler<'getProvider'> = async ({ path: { providerAddress }, clients, respond }) => {
  const client = await clients.byAddress(providerAddress);
  if (!client) throw providerNotFound(providerAddress);
  return respond(200, providerResponse(client));
};
