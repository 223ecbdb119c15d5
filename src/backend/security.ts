import { parseAuthorization } from '../protocol/authorization-header.ts';
import { BearerError, verifyBearerRequest } from '../protocol/bearer-request.ts';
import { bearerChallenge, type ChallengeOptions, dpopChallenge, dpopOffer } from '../protocol/challenge.ts';
import { parseCompactJwt } from '../protocol/compact-jws.ts';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import { verifyDpopRequest } from '../protocol/dpop-request.ts';
import { headerPairs, headerValues, type RawHeaders } from '../protocol/raw-headers.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import { VerificationError } from '../protocol/verification-error.ts';
import type { VerifiedTokenCache } from '../protocol/verified-token-cache.ts';
import type { SecurityScheme } from '../runtime/security.ts';
import type { Attend } from './attendance.ts';
import { tokenExpired, tokenInvalid } from './errors.ts';
import type { UserRow } from './store/users.ts';
import { type User, userOf } from './user.ts';

export interface UserCredentials {
  readonly user: User;
  /** The person's row, when this request wrote it. */
  readonly seen: UserRow | undefined;
}

export interface TokenSchemeParts {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: KeyResolver;
  readonly tokenCache: VerifiedTokenCache;
  readonly now: () => Date;
  readonly challenge: ChallengeOptions;
  /** Told of everybody who is authenticated. */
  readonly attend: Attend;
}

/** An access token by itself. One that is bound to a key is refused, and told how to be presented. */
export function createBearerScheme(parts: TokenSchemeParts): SecurityScheme<UserCredentials> {
  const { now, challenge, attend, ...verification } = parts;
  return {
    authenticate: async ({ rawHeaders }) => {
      const headers = headerPairs(rawHeaders);
      if (!presents(headers, 'bearer')) return undefined;
      const seconds = now().getTime() / 1000;
      try {
        const { sub } = await verifyBearerRequest({ headers }, { ...verification, now: seconds });
        return await attended(
          userOf(sub) ?? refuseSub([bearerChallenge('missing_access_token_sub', challenge)]),
          attend,
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

export interface DpopSchemeParts extends TokenSchemeParts {
  readonly replayStore: ReplayStore;
}

/** An access token that is bound to a key, with a fresh proof by that key. */
export function createDpopScheme(parts: DpopSchemeParts): SecurityScheme<UserCredentials> {
  const { now, challenge, attend, ...verification } = parts;
  return {
    authenticate: async ({ method, url, rawHeaders }) => {
      const headers = headerPairs(rawHeaders);
      if (!presents(headers, 'dpop')) return undefined;
      const seconds = now().getTime() / 1000;
      try {
        const { sub } = await verifyDpopRequest({ method, url, headers }, { ...verification, now: seconds });
        return await attended(userOf(sub) ?? refuseSub([dpopChallenge('missing_access_token_sub', challenge)]), attend);
      } catch (error) {
        if (!(error instanceof VerificationError)) throw error;
        const challenges = [dpopChallenge(error.code, challenge)];
        if (error.code === 'expired_access_token' && hasExpired(headers, seconds)) throw tokenExpired(challenges);
        throw tokenInvalid(error.code, challenges);
      }
    },
  };
}

/**
 * Whether a request presents something under a scheme. Any line counts: two lines must not let a request pass as one
 * without a token.
 */
function presents(headers: RawHeaders, scheme: 'bearer' | 'dpop'): boolean {
  return headerValues(headers, 'authorization').some((value) => value.toLowerCase().startsWith(`${scheme} `));
}

/**
 * The refusal `expired_access_token` also stands for a token that never says when it expires, or is not valid yet;
 * a new one would be no better. Its signature was verified before.
 */
function hasExpired(headers: RawHeaders, now: number): boolean {
  const { exp } = parseCompactJwt(parseAuthorization(headers).token).claims;
  return typeof exp === 'number' && exp <= now;
}

async function attended(user: User, attend: Attend): Promise<UserCredentials> {
  return { user, seen: await attend(user) };
}

function refuseSub(challenges: readonly string[]): never {
  throw tokenInvalid('unusable_access_token_sub', challenges);
}
