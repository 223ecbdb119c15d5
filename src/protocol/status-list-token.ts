import type { KeyResolver } from './signed-jwt.ts';
import { SignedJwtError, verifySignedJwt } from './signed-jwt.ts';
import { decodeStatusList, type StatusList, StatusListError } from './status-list.ts';

/** Media type of a status list token (draft-ietf-oauth-status-list-17 §8.2). */
export const statusListMediaType = 'application/statuslist+jwt';

/** Longest status list token, characters: an incompressible list in base64url twice. */
export const maxStatusListToken = 262_144;

/** Tolerance for `exp` in seconds: clocks may differ by five minutes. */
const skew = 300;

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
}: StatusListExpectation): Promise<StatusList> {
  const { claims } = await verifySignedJwt(token, keys, ['statuslist+jwt'], maxStatusListToken).catch(rejectList);
  const { sub, iss, iat, exp } = claims;
  if (sub !== uri) throw new StatusListError(`The subject (sub) of the status list is not ${uri}.`);
  if (iss !== undefined && iss !== issuer) throw new StatusListError('The status list is of another issuer (iss).');
  if (typeof iat !== 'number') throw new StatusListError('The status list has no iat.');
  if (exp !== undefined && !(typeof exp === 'number' && exp + skew > now))
    throw new StatusListError('The status list has expired (exp).');
  return decodeStatusList(claims['status_list']);
}

function rejectList(error: unknown): never {
  if (error instanceof SignedJwtError) throw new StatusListError(error.message, error);
  throw error;
}
