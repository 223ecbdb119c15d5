import type { FastifyBaseLogger } from 'fastify';
import type { SecuritySchemes } from '../../runtime/caller/security.ts';
import type { SsoHandlerContext } from '../context.ts';
import { createAccessTokenSchemes } from './access-token.ts';
import { createAdminKeyScheme } from './admin-key.ts';
import { createDeviceScheme } from './device.ts';
import { createOwnerSessionScheme } from './owner-session.ts';

/** Creates the security schemes, by their names in the contract. */
export const createSsoSecurity = (
  context: SsoHandlerContext,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SecuritySchemes => ({
  ...createAccessTokenSchemes(context),
  device: createDeviceScheme(context),
  ownerSession: createOwnerSessionScheme(context),
  adminKey: createAdminKeyScheme(context, log),
});
