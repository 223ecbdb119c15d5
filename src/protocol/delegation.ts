import { isJsonObject, type JsonObject } from './json-object.ts';
import { isThumbprint, type Thumbprint, type Ed25519Jwk, jwkThumbprint } from './jwk-thumbprint.ts';
import { encodeBase64url } from './base64url.ts';
import { utf8 } from './bytes.ts';
import { type CompactJwt, MalformedJwsError, parseCompactJwt } from './compact-jws.ts';
import { dpopProofAlgorithms, readProofKey } from './proof-key.ts';
import { ProofError } from './proof-error.ts';
import type { Ed25519Sign } from './proof-jwt.ts';
import { defaultClockSkew } from './signed-jwt.ts';
import { platformScopesOf } from './token-scope.ts';

/** Longest chain: an agent, its helper, and the helper's helper. */
export const longestActorChain = 3;

/** The claim `act` (RFC 8693 §4.1): the current actor, and in `act` the one that it acts for. */
export interface ActorClaim {
  readonly sub: Thumbprint;
  readonly act?: ActorClaim;
}

/** @param chain thumbprints, the current actor first; empty without a delegation */
export function actorClaim([current, ...prior]: readonly Thumbprint[]): ActorClaim | undefined {
  if (current === undefined) return undefined;
  const act = actorClaim(prior);
  return { sub: current, ...(act && { act }) };
}

/** The claim `act` of a token is malformed. */
export class ActorClaimError extends Error {
  readonly code = 'bad_act';

  constructor(message: string) {
    super(message);
    this.name = 'ActorClaimError';
  }
}

/**
 * Returns the chain of agents in the claims of a token of the provider, the current actor first; empty for an agent that
 * its owner approved directly.
 *
 * @throws ActorClaimError for an `act` of another form
 */
export function actorChainOf({ act }: JsonObject): readonly Thumbprint[] {
  const chain: Thumbprint[] = [];
  for (let actor = act; actor !== undefined; actor = actor['act']) {
    if (!isJsonObject(actor) || !isThumbprint(actor['sub']) || chain.length === longestActorChain)
      throw new ActorClaimError(`The claim act is not a chain of at most ${longestActorChain} keys.`);
    chain.push(actor['sub']);
  }
  return chain;
}

const typ = 'delegation+jwt';
/** Longest lifetime, seconds. */
export const longestDelegation = 86_400;
/** Longest delegation, characters. */
const maxLength = 4096;

/** What an agent lets a helper do. */
export interface Delegation {
  /** Key of the agent that signed. */
  readonly parentJkt: Thumbprint;
  readonly ownerSub: string;
  /** Key of the helper. */
  readonly childJkt: Thumbprint;
  /** At least one scope besides `openid`. */
  readonly scope: string;
  /** The only service that the helper may call; undefined for all that the agent may. */
  readonly resource: string | undefined;
  /** Application through which the agent signed in; undefined leaves the choice to the helper. */
  readonly clientId: string | undefined;
  /** Unix seconds. */
  readonly iat: number;
  /** Unix seconds. */
  readonly exp: number;
  readonly jti: string;
}

export class DelegationError extends Error {
  readonly code = 'bad_delegation';

  constructor(message: string) {
    super(message);
    this.name = 'DelegationError';
  }
}

export interface DelegationExpectation {
  readonly token: string;
  /** The provider; a delegation for another one in `aud` is rejected (RFC 8725 §3.9). */
  readonly issuer: string;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Verifies a delegation: a JWT that the agent's key signed, with the key in its header. Whether the agent has a session,
 * and whether the delegation was revoked, is for the provider to check.
 *
 * @throws DelegationError for any invalid input, and no other error
 */
export function verifyDelegation({ token, issuer, now }: DelegationExpectation): Delegation {
  const jwt = parse(token);
  const parentJkt = signer(jwt);
  const { iss, sub, aud, cnf, scope, resource, client_id: clientId, jti } = jwt.claims;
  if (iss !== parentJkt) throw new DelegationError('The issuer (iss) of the delegation is not the key that signed it.');
  if (typeof sub !== 'string' || !/^[0-9a-f]{32}$/.test(sub))
    throw new DelegationError('The delegation names no owner (sub).');
  if (aud !== undefined && ![aud].flat().includes(issuer))
    throw new DelegationError(`The delegation is for another provider (aud) than ${issuer}.`);
  const childJkt = isJsonObject(cnf) ? cnf['jkt'] : undefined;
  if (!isThumbprint(childJkt)) throw new DelegationError('The delegation names no key of a helper (cnf.jkt).');
  if (typeof scope !== 'string' || scope.length > 256 || platformScopesOf(scope).length === 0)
    throw new DelegationError('The delegation names no scope of the platform: a helper never has all rights.');
  if (resource !== undefined && !(typeof resource === 'string' && resource.length > 0 && resource.length <= 2048))
    throw new DelegationError('The resource of the delegation is not a URI of 1 to 2048 characters.');
  if (clientId !== undefined && typeof clientId !== 'string')
    throw new DelegationError('The client_id of the delegation is not a text.');
  if (typeof jti !== 'string' || !/^[A-Za-z0-9._~-]{1,128}$/.test(jti))
    throw new DelegationError('The delegation has no jti of 1 to 128 letters, digits, dots, hyphens or underscores.');
  return { parentJkt, ownerSub: sub, childJkt, scope, resource, clientId, ...checkLifetime(jwt.claims, now), jti };
}

function parse(token: string): CompactJwt {
  try {
    return parseCompactJwt(token, maxLength);
  } catch (error) {
    if (error instanceof MalformedJwsError) throw new DelegationError(`The delegation is malformed. ${error.message}`);
    throw error;
  }
}

/** @returns the thumbprint of the key that signed */
function signer({ header, signingInput, signature }: CompactJwt): Thumbprint {
  // Otherwise a proof by the agent's key could serve as a delegation (RFC 8725 §3.11).
  if (header['typ'] !== typ) throw new DelegationError(`The typ of the delegation is not ${typ}.`);
  try {
    const key = readProofKey(header['alg'], header['jwk'], dpopProofAlgorithms);
    if (key.verifies(utf8(signingInput), signature)) return key.jkt;
  } catch (error) {
    if (error instanceof ProofError)
      throw new DelegationError(`The key of the delegation is unusable. ${error.message}`);
    throw error;
  }
  throw new DelegationError('The signature of the delegation does not verify with its jwk.');
}

function checkLifetime({ iat, exp, nbf }: JsonObject, now: number): Pick<Delegation, 'iat' | 'exp'> {
  if (typeof iat !== 'number' || iat > now + defaultClockSkew)
    throw new DelegationError('The creation time (iat) of the delegation is missing or in the future.');
  if (typeof exp !== 'number' || exp <= now) throw new DelegationError('The delegation has expired (exp).');
  if (exp - iat > longestDelegation)
    throw new DelegationError(`The delegation is longer than ${longestDelegation} seconds (iat to exp).`);
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + defaultClockSkew))
    throw new DelegationError('The delegation is not valid yet (nbf).');
  return { iat, exp };
}

export interface DelegationInput {
  /** Key of the agent. */
  readonly jwk: Ed25519Jwk;
  readonly sign: Ed25519Sign;
  readonly issuer: string;
  readonly ownerSub: string;
  readonly childJkt: Thumbprint;
  readonly scope: string;
  readonly resource?: string | undefined;
  readonly clientId?: string | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** Seconds, at most `longestDelegation`. */
  readonly lifetime: number;
  /** Unique among the delegations of the key. */
  readonly jti: string;
}

/** Creates a delegation for verifyDelegation. */
export async function signDelegation(input: DelegationInput): Promise<string> {
  const { jwk, sign, issuer, ownerSub, childJkt, scope, resource, clientId, lifetime, jti } = input;
  const iat = Math.floor(input.now);
  const { kty, crv, x } = jwk;
  const claims = {
    iss: jwkThumbprint(jwk),
    sub: ownerSub,
    aud: issuer,
    cnf: { jkt: childJkt },
    scope,
    // JSON has no undefined members.
    resource,
    client_id: clientId,
    iat,
    exp: iat + lifetime,
    jti,
  };
  const signingInput = [{ typ, alg: 'EdDSA', jwk: { kty, crv, x } }, claims]
    .map((part) => encodeBase64url(utf8(JSON.stringify(part))))
    .join('.');
  return `${signingInput}.${encodeBase64url(await sign(utf8(signingInput)))}`;
}
