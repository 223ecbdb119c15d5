import type { FastifyBaseLogger } from 'fastify';
import type { SecuritySchemes } from '../../runtime/caller/security.ts';
import type { SsoHandlerContext } from '../context.ts';
import { requireAction } from './assertion.ts';
import { createAccessTokenSchemes } from './access-token.ts';
import { createAdminKeyScheme } from './admin-key.ts';
import { createDeviceScheme } from './device.ts';
import { createOwnerSessionScheme } from './owner-session.ts';

/** Creates the security schemes, by their names in the contract. */
export function createSsoSecurity(context: SsoHandlerContext, log: Pick<FastifyBaseLogger, 'warn'>): SecuritySchemes {
  const {
    settings,
    signingKeys,
    sessions,
    proofs,
    nonces,
    owners,
    browserSessions,
    refusals,
    guessLimits,
    audit,
    now,
  } = context;
  const { administrators, consoleAccess, metrics } = context;
  const { issuer, adminKey } = settings;
  return {
    ...createAccessTokenSchemes({
      issuer,
      keys: signingKeys.resolve,
      sessions,
      replayStore: proofs,
      nonces,
      refusals,
      now,
    }),
    device: createDeviceScheme({ owners, replayStore: proofs, refusals, metrics, now }),
    ownerSession: createOwnerSessionScheme({
      browserSessions,
      issuer,
      refusals,
      now,
      verifyAction: (confirmed) => requireAction(confirmed, context),
    }),
    adminKey: createAdminKeyScheme({
      adminKey,
      administrators,
      consoleAccess,
      refusals,
      audit,
      guessLimits,
      metrics,
      log,
      now,
    }),
  };
}
