import { actorChainOf, ActorClaimError } from '../protocol/delegation.ts';
import { type ReplayStore, verifyDpopRequest, VerificationError } from '../protocol/dpop-request.ts';
import { headerPairs } from '../protocol/request-headers.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import type { StatusLists } from '../protocol/status-lists.ts';
import { UnavailableError } from '../protocol/unavailable-error.ts';
import type { VerifiedTokenCache } from '../protocol/access-token.ts';
import { lackingScope, scopeToRequest } from '../protocol/token-scope.ts';
import { type Confirmation, tokenConfirmation } from '../runtime/contract/confirmation.ts';
import { resourceMetadataUrl } from '../runtime/caller/resource-server.ts';
import type { SecurityScheme } from '../runtime/caller/security.ts';
import type { Agent } from './people/agent-store.ts';
import { insufficientScope, proofRefused, providerUnavailable } from './errors.ts';

export interface DpopCredentials {
  readonly agent: Agent;
  /** The checks of RFC 9449 and RFC 9068 that the request passed, worded for people. */
  readonly checks: readonly string[];
  readonly confirmation: Confirmation;
}

/**
 * Authenticates agents by DPoP, the only credential of the forum. Requests without credentials are rejected here too, so
 * that every 401 carries the same challenge.
 */
export function createForumDpopScheme({
  now,
  baseUrl,
  ...verification
}: {
  readonly issuer: string;
  readonly audience: readonly string[];
  /** The forum's public address. */
  readonly baseUrl: string;
  readonly keys: KeyResolver;
  readonly replayStore: ReplayStore;
  readonly tokenCache: VerifiedTokenCache;
  readonly statusLists: StatusLists;
  readonly now: () => Date;
}): SecurityScheme<DpopCredentials> {
  const resourceMetadata = resourceMetadataUrl(baseUrl);
  return {
    verifiesWith: ['dpopProof'],
    authenticate: async ({ method, url, rawHeaders }, scopes) => {
      const challenge = () => ({ resourceMetadata, scope: scopeToRequest(scopes) });
      try {
        const { jkt, sub, claims, checks } = await verifyDpopRequest(
          { method, url, headers: headerPairs(rawHeaders) },
          { ...verification, now: now().getTime() / 1000 },
        );
        const lacking = lackingScope(claims['scope'], scopes);
        if (lacking !== undefined) throw insufficientScope(lacking, challenge());
        const [, ...helperOf] = actorChainOf(claims);
        const agent = { jkt, sub, ...(helperOf.length > 0 && { helperOf }) };
        return { agent, checks, confirmation: tokenConfirmation(claims) };
      } catch (error) {
        if (error instanceof ActorClaimError) throw proofRefused('malformed_access_token', error.message, challenge());
        if (error instanceof VerificationError) throw proofRefused(error.code, error.message, challenge());
        if (error instanceof UnavailableError && error.needed !== 'replay_store') throw providerUnavailable();
        throw error;
      }
    },
    confirmation: ({ confirmation }) => confirmation,
  };
}
