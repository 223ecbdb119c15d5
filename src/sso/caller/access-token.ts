import { BearerError, type BearerErrorCode, verifyBearerRequest } from '../../protocol/bearer-request.ts';
import {
  type ReplayStore,
  verifyDpopRequest,
  VerificationError,
  type VerificationErrorCode,
} from '../../protocol/dpop-request.ts';
import type { JsonObject } from '../../protocol/json-object.ts';
import { headerPairs, headerValues } from '../../protocol/request-headers.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { createVerifiedTokenCache } from '../../protocol/access-token.ts';
import type { DomainError } from '../../runtime/errors/domain-error.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import { tokenConfirmation } from '../../runtime/contract/confirmation.ts';
import type { SecurityScheme } from '../../runtime/caller/security.ts';
import type { TokenCaller } from './caller.ts';
import type { DpopNonces } from '../tokens/dpop-nonces.ts';
import { invalidToken, userinfoNonceNeeded, userinfoProofRefused } from '../errors/oauth-errors.ts';
import type { SsoHandlerContext } from '../context.ts';
import { statusIndexOf } from '../tokens/status-lists.ts';
import { sessionIdOf } from '../tokens/sign-tokens.ts';

const scope = 'scope="openid"';
const parameters = `algs="EdDSA Ed25519 ES256", ${scope}`;
/** Challenges depend on the scheme of the request, never on the token, so they do not reveal whether it is bound. */
export const bearerRefused = [`DPoP ${parameters}`, `Bearer error="invalid_token", ${scope}`];
export const dpopRefused = (error: string) => [`DPoP error="${error}", ${parameters}`];

/** Accepts the provider's own access tokens under `Bearer` (RFC 6750) and `DPoP` (RFC 9449 §7). */
export function createAccessTokenSchemes(context: SsoHandlerContext): {
  readonly bearer: SecurityScheme<{ readonly token: TokenCaller }>;
  readonly dpop: SecurityScheme<{ readonly token: TokenCaller }>;
} {
  const { settings, signingKeys, sessions, proofs, nonces, now } = context;
  const tokenCache = createVerifiedTokenCache();
  const expectation = () => ({
    issuer: settings.issuer,
    audience: undefined,
    keys: signingKeys.resolve,
    tokenCache,
    now: now().getTime() / 1000,
  });
  /** @returns the session of a live token */
  const liveSession = async ({
    jti,
    ...claims
  }: JsonObject): Promise<Pick<TokenCaller, 'sessionId' | 'ownerSub'> | undefined> => {
    const sessionId = typeof jti === 'string' ? sessionIdOf(jti) : undefined;
    const statusIndex = statusIndexOf(claims);
    if (sessionId === undefined || statusIndex === undefined) return undefined;
    const ownerSub = await sessions.ownerOfAccessToken({ sessionId, statusIndex, at: now() });
    return ownerSub === undefined ? undefined : { sessionId, ownerSub };
  };

  return {
    bearer: {
      authenticate: async (request) => {
        if (!presents(request, 'bearer')) return undefined;
        const { sub, clientId, claims } = await verifyBearerRequest(
          { headers: headerPairs(request.rawHeaders) },
          expectation(),
        ).catch(refuseBearer);
        const session = await liveSession(claims);
        if (!session) throw invalidToken(bearerRefused);
        return { token: { sub, clientId, ...grantedBy(claims), ...session } };
      },
      confirmation: ({ token }) => token.confirmation,
    },
    dpop: {
      verifiesWith: ['dpopProof'],
      authenticate: async (request) => {
        if (!presents(request, 'dpop')) return undefined;
        const { method, url, rawHeaders } = request;
        const proof = deferredUse(proofs);
        try {
          const { sub, clientId, jkt, claims } = await verifyDpopRequest(
            { method, url, headers: headerPairs(rawHeaders) },
            { ...expectation(), replayStore: proof, nonce: nonces?.accepted() },
          );
          const session = await liveSession(claims);
          if (!session) throw invalidToken(dpopRefused('invalid_token'));
          await proof.use();
          return { token: { sub, clientId, ...grantedBy(claims), jkt, ...session } };
        } catch (error) {
          return refuseDpop(error, request, context);
        }
      },
      confirmation: ({ token }) => token.confirmation,
    },
  };
}

const audienceOf = ({ aud }: JsonObject): readonly string[] =>
  (Array.isArray(aud) ? aud : [aud]).filter((audience) => typeof audience === 'string');

/** Reads what the token is for, and when the person confirmed last. */
function grantedBy(claims: JsonObject): Pick<TokenCaller, 'audience' | 'scope' | 'confirmation' | 'confirmedAt'> {
  const { scope } = claims;
  const confirmation = tokenConfirmation(claims);
  return {
    audience: audienceOf(claims),
    scope: typeof scope === 'string' ? scope : '',
    confirmation,
    confirmedAt: confirmation.at,
  };
}

/** Returns whether any Authorization line uses the scheme; repeated lines are rejected later. */
function presents({ rawHeaders }: IncomingRequest, scheme: 'bearer' | 'dpop'): boolean {
  return headerValues(headerPairs(rawHeaders), 'authorization').some(
    (value) => value.trim().split(/\s/, 1)[0]?.toLowerCase() === scheme,
  );
}

function refuseBearer(error: unknown): never {
  if (error instanceof BearerError) throw invalidToken(bearerRefused);
  throw error;
}

/** Error codes that concern the token; all others concern the proof (RFC 9449 §7.1). */
const tokenRefusals: ReadonlySet<VerificationErrorCode | BearerErrorCode> = new Set([
  'missing_authorization',
  'invalid_scheme',
  'malformed_access_token',
  'bad_access_token_typ',
  'bad_access_token_alg',
  'unknown_access_token_kid',
  'bad_access_token_signature',
  'bad_access_token_iss',
  'bad_access_token_aud',
  'expired_access_token',
  'missing_access_token_sub',
  'missing_cnf_jkt',
  'jkt_mismatch',
]);

/** Error codes that are not audited: routine nonce challenges, and requests without proof. */
const unauditedCodes: ReadonlySet<VerificationErrorCode> = new Set(['use_dpop_nonce', 'missing_dpop']);

async function refuseDpop(
  error: unknown,
  { id: requestId, ip }: IncomingRequest,
  { nonces, refusals, now }: SsoHandlerContext,
): Promise<never> {
  if (!(error instanceof VerificationError)) throw error;
  const { code: reason } = error;
  if (reason === 'jkt_mismatch' || !(tokenRefusals.has(reason) || unauditedCodes.has(reason)))
    await refusals.record({ event: 'proof_refused', at: now(), requestId, ip, details: { reason } });
  throw dpopRefusal(error, nonces);
}

/** Defers the consumption of a proof until the session has been checked, so that a rejected request consumes nothing. */
function deferredUse(store: ReplayStore): ReplayStore & { readonly use: () => Promise<void> } {
  let pendingProof: Parameters<ReplayStore['once']> | undefined;
  return {
    once: async (...proof) => {
      pendingProof = proof;
      return true;
    },
    use: async () => {
      if (pendingProof === undefined) throw new Error('use() was called before once().');
      const fresh = await store.once(...pendingProof).catch((error: unknown) => {
        throw new UnavailableError('replay_store', error);
      });
      if (!fresh)
        throw new VerificationError(
          'replayed_proof_jti',
          'The proof was used before: make a new one for every request.',
        );
    },
  };
}

function dpopRefusal({ code, message }: VerificationError, nonces: DpopNonces | undefined): DomainError {
  if (code === 'use_dpop_nonce' && nonces) return userinfoNonceNeeded(nonces.current(), dpopRefused('use_dpop_nonce'));
  if (tokenRefusals.has(code)) return invalidToken(dpopRefused('invalid_token'));
  return userinfoProofRefused(message, dpopRefused('invalid_dpop_proof'));
}
