import type { KeyResolver } from './signed-jwt.ts';
import { SignedJwtError, verifySignedJwt } from './signed-jwt.ts';
import { decodeStatusList, type StatusList, StatusListError } from './status-list.ts';

/** Media type of a status list token (draft-ietf-oauth-status-list-17 §8.2). */
export const statusListMediaType = 'application/statuslist+jwt';

/** Longest status list token, characters: an incompressible list in base64url twice. */
export const maxStatusListToken = 262_144;

/** Seconds by which the clocks of provider and verifier may differ, for `iat` and `exp`. */
const skew = 60;

/** Position of a list among all that the provider signed for one address: by time, then by its claim `seq`. */
export interface StatusListPosition {
  /** Unix seconds. */
  readonly iat: number;
  /** Number that rises with every list, also after the provider was restored; 0 without the claim. */
  readonly seq: number;
}

export interface VerifiedStatusList {
  readonly list: StatusList;
  readonly position: StatusListPosition;
}

/** Compares two positions: negative when `one` is the older. */
export const compareStatusListPositions = (one: StatusListPosition, other: StatusListPosition): number =>
  one.iat - other.iat || one.seq - other.seq;

export interface StatusListExpectation {
  readonly token: string;
  /** `uri` of the referring token, and exact `sub` of the list. */
  readonly uri: string;
  readonly issuer: string;
  readonly keys: KeyResolver;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Verifies a status list token (draft-ietf-oauth-status-list-17 §5.1 and §8.3) and decodes its list.
 *
 * @throws StatusListError when the token is not a current list of this provider
 * @throws UnavailableError when the key resolver rejects
 */
export async function verifyStatusListToken({
  token,
  uri,
  issuer,
  keys,
  now,
}: StatusListExpectation): Promise<VerifiedStatusList> {
  const { claims } = await verifySignedJwt(token, keys, ['statuslist+jwt'], maxStatusListToken).catch(rejectList);
  const { sub, iss, iat, exp, seq = 0 } = claims;
  if (sub !== uri) throw new StatusListError(`The subject (sub) of the status list is not ${uri}.`);
  if (iss !== undefined && iss !== issuer) throw new StatusListError('The status list is of another issuer (iss).');
  if (typeof iat !== 'number') throw new StatusListError('The status list has no iat.');
  if (iat > now + skew) throw new StatusListError('The status list is of the future (iat). Check the clocks.');
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0)
    throw new StatusListError('The seq of the status list is no integer.');
  if (exp !== undefined && !(typeof exp === 'number' && exp + skew > now))
    throw new StatusListError('The status list has expired (exp).');
  return { list: await decodeStatusList(claims['status_list']), position: { iat, seq } };
}

function rejectList(error: unknown): never {
  if (error instanceof SignedJwtError) throw new StatusListError(error.message, error);
  throw error;
}
