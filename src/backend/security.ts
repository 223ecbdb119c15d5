import { headerPairs, headerValues, parseAuthorization, type RawHeaders } from '../protocol/request-headers.ts';
import { BearerError, verifyBearerRequest } from '../protocol/bearer-request.ts';
import {
  bearerChallenge,
  type ChallengeOptions,
  dpopChallenge,
  dpopOffer,
  scopeChallenge,
} from '../protocol/challenge.ts';
import { parseCompactJwt } from '../protocol/compact-jws.ts';
import { type ReplayStore, verifyDpopRequest, VerificationError } from '../protocol/dpop-request.ts';
import type { JsonObject } from '../protocol/json-object.ts';
import { isOfApproval, lackingScope, scopeToRequest } from '../protocol/token-scope.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import type { StatusLists } from '../protocol/status-lists.ts';
import type { VerifiedTokenCache } from '../protocol/access-token.ts';
import type { IncomingRequest } from '../runtime/http/incoming-request.ts';
import type { SecurityScheme } from '../runtime/caller/security.ts';
import { type UpdateLastSeen, type User, userOf, type UserRow } from './people/user-store.ts';
import { insufficientScope, tokenExpired, tokenInvalid } from './errors.ts';

export interface UserCredentials {
  readonly user: User;
  /** The user's row, when this request wrote it. */
  readonly seen: UserRow | undefined;
}

interface BackendTokenDependencies {
  readonly issuer: string;
  readonly audience: string | readonly string[];
  readonly keys: KeyResolver;
  readonly tokenCache: VerifiedTokenCache;
  readonly statusLists: StatusLists;
  readonly now: () => Date;
  /** URL of the protected resource metadata (RFC 9728). */
  readonly resourceMetadata: string;
  /** Called for every authenticated user. */
  readonly updateLastSeen: UpdateLastSeen;
}

/** Authenticates Bearer tokens. A token that is bound to a key is rejected with a DPoP challenge. */
export function createBackendBearerScheme(dependencies: BackendTokenDependencies): SecurityScheme<UserCredentials> {
  const { now, resourceMetadata, updateLastSeen, ...verification } = dependencies;
  return {
    authenticate: async ({ rawHeaders }, scopes) => {
      const headers = headerPairs(rawHeaders);
      if (!usesScheme(headers, 'bearer')) return undefined;
      const challenge = { resourceMetadata, scope: scopeToRequest(scopes) };
      const seconds = now().getTime() / 1000;
      try {
        const { sub, claims } = await verifyBearerRequest({ headers }, { ...verification, now: seconds });
        requireScopes(claims, scopes, 'Bearer', challenge);
        return await credentialsOf(
          userOf(sub) ?? rejectSub([bearerChallenge('missing_access_token_sub', challenge)]),
          updateLastSeen,
        );
      } catch (error) {
        if (!(error instanceof BearerError)) throw error;
        const challenges = [bearerChallenge(error.code, challenge)];
        if (error.code === 'expired_access_token' && hasExpired(headers, seconds)) throw tokenExpired(challenges);
        if (error.code === 'bound_access_token') challenges.push(dpopOffer(challenge));
        throw tokenInvalid(error.code, challenges);
      }
    },
  };
}

interface BackendDpopDependencies extends BackendTokenDependencies {
  readonly replayStore: ReplayStore;
}

/** Authenticates DPoP-bound tokens with a fresh proof by their key. */
export function createBackendDpopScheme(dependencies: BackendDpopDependencies): SecurityScheme<UserCredentials> {
  const { resourceMetadata, updateLastSeen } = dependencies;
  return {
    verifiesWith: ['dpopProof'],
    authenticate: async (request, scopes) => {
      if (!usesScheme(headerPairs(request.rawHeaders), 'dpop')) return undefined;
      const challenge = { resourceMetadata, scope: scopeToRequest(scopes) };
      const { user, claims } = await verifyBoundToken(request, challenge, dependencies);
      requireScopes(claims, scopes, 'DPoP', challenge);
      return credentialsOf(user, updateLastSeen);
    },
  };
}

/** A payment that an owner approved, in the claims of a verified token. */
export interface Approval {
  /** Of the token; its details are used once. */
  readonly jti: string;
  readonly details: readonly unknown[];
}

export interface ApprovalCredentials extends UserCredentials {
  readonly approval: Approval;
}

/**
 * Authenticates tokens of approvals (RFC 9396), which have no scope of the platform: the operation acts on their granted
 * details, and on nothing else. Other tokens do not use this scheme.
 */
export function createApprovalScheme(dependencies: BackendDpopDependencies): SecurityScheme<ApprovalCredentials> {
  const { resourceMetadata, updateLastSeen } = dependencies;
  return {
    verifiesWith: ['dpopProof'],
    authenticate: async (request, scopes) => {
      const headers = headerPairs(request.rawHeaders);
      if (!usesScheme(headers, 'dpop') || !isOfApproval(unverifiedClaims(headers)['scope'])) return undefined;
      const challenge = { resourceMetadata, scope: scopeToRequest(scopes) };
      const { user, claims } = await verifyBoundToken(request, challenge, dependencies);
      const { jti, authorization_details: details } = claims;
      const approval = { jti: String(jti), details: Array.isArray(details) ? details : [] };
      return { ...(await credentialsOf(user, updateLastSeen)), approval };
    },
  };
}

async function verifyBoundToken(
  { method, url, rawHeaders }: IncomingRequest,
  challenge: ChallengeOptions & { readonly scope: string },
  dependencies: BackendDpopDependencies,
): Promise<{ readonly user: User; readonly claims: JsonObject }> {
  const { now, resourceMetadata: _, updateLastSeen: __, ...verification } = dependencies;
  const headers = headerPairs(rawHeaders);
  const seconds = now().getTime() / 1000;
  try {
    const { sub, claims } = await verifyDpopRequest({ method, url, headers }, { ...verification, now: seconds });
    return { user: userOf(sub) ?? rejectSub([dpopChallenge('missing_access_token_sub', challenge)]), claims };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    const challenges = [dpopChallenge(error.code, challenge)];
    if (error.code === 'expired_access_token' && hasExpired(headers, seconds)) throw tokenExpired(challenges);
    throw tokenInvalid(error.code, challenges);
  }
}

/** Claims of the token in a request; empty for one that cannot be read. */
function unverifiedClaims(headers: RawHeaders): JsonObject {
  try {
    return parseCompactJwt(parseAuthorization(headers).token).claims;
  } catch {
    return {};
  }
}

/**
 * Whether any Authorization line uses the scheme, so that a request with two lines never counts as one without a
 * token.
 */
function usesScheme(headers: RawHeaders, scheme: 'bearer' | 'dpop'): boolean {
  return headerValues(headers, 'authorization').some((value) => value.toLowerCase().startsWith(`${scheme} `));
}

/**
 * Whether a token with a verified signature has expired. The code `expired_access_token` also covers tokens without
 * `exp` and tokens that are not valid yet, which a refresh would not fix.
 */
function hasExpired(headers: RawHeaders, now: number): boolean {
  const { exp } = parseCompactJwt(parseAuthorization(headers).token).claims;
  return typeof exp === 'number' && exp <= now;
}

function requireScopes(
  { scope }: JsonObject,
  required: readonly string[],
  scheme: 'Bearer' | 'DPoP',
  challenge: ChallengeOptions & { readonly scope: string },
): void {
  if (lackingScope(scope, required) !== undefined) throw insufficientScope(scopeChallenge(scheme, challenge));
}

async function credentialsOf(user: User, updateLastSeen: UpdateLastSeen): Promise<UserCredentials> {
  return { user, seen: await updateLastSeen(user) };
}

function rejectSub(challenges: readonly string[]): never {
  throw tokenInvalid('unusable_access_token_sub', challenges);
}
