import type { ReplayStore } from '../protocol/dpop-request.ts';
import { verifyDpopRequest } from '../protocol/dpop-request.ts';
import { headerPairs } from '../protocol/raw-headers.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import { UnavailableError } from '../protocol/unavailable-error.ts';
import { VerificationError } from '../protocol/verification-error.ts';
import type { VerifiedTokenCache } from '../protocol/verified-token-cache.ts';
import type { SecurityScheme } from '../runtime/security.ts';
import type { Agent } from './agent.ts';
import { proofRefused, providerUnavailable } from './errors.ts';

export interface DpopCredentials {
  readonly agent: Agent;
  /** The steps of RFC 9449 and RFC 9068 that the request passed, for people to read. */
  readonly checks: readonly string[];
}

export interface DpopSchemeParts {
  readonly issuer: string;
  readonly audience: string;
  /** The forum's public address. */
  readonly baseUrl: string;
  readonly keys: KeyResolver;
  readonly replayStore: ReplayStore;
  readonly tokenCache: VerifiedTokenCache;
  readonly now: () => Date;
}

/**
 * An agent with a proven owner: the only credential that the forum knows. A request without any is refused here too,
 * so that every refusal carries the same challenge.
 */
export function createDpopScheme({ now, baseUrl, ...verification }: DpopSchemeParts): SecurityScheme<DpopCredentials> {
  const resourceMetadata = `${baseUrl}/.well-known/oauth-protected-resource`;
  return {
    authenticate: async ({ method, url, rawHeaders }) => {
      try {
        const { jkt, sub, checks } = await verifyDpopRequest(
          { method, url, headers: headerPairs(rawHeaders) },
          { ...verification, now: now().getTime() / 1000 },
        );
        return { agent: { jkt, sub }, checks };
      } catch (error) {
        if (error instanceof VerificationError) throw proofRefused(error.code, error.message, { resourceMetadata });
        if (error instanceof UnavailableError && error.needed === 'key_set') throw providerUnavailable();
        throw error;
      }
    },
  };
}
