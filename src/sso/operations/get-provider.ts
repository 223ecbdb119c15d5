import { providerNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerOf } from '../provider.ts';

/** One application, disabled or not. */
export const getProvider: SsoHandler<'getProvider'> = async ({ path: { providerAddress }, clients, respond }) => {
  const client = await clients.byAddress(providerAddress);
  if (!client) throw providerNotFound(providerAddress);
  return respond(200, providerOf(client));
};
