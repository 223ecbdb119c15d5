import { decodeBase64url, encodeBase64url } from './base64url.ts';
import { concatBytes } from './bytes.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { type KeyResolver, SignedJwtError, verifySignedJwt } from './signed-jwt.ts';

/** Reference of a token to its status (draft-ietf-oauth-status-list-17 §6.2). */
export interface StatusReference {
  readonly idx: number;
  /** Address of the status list, and `sub` of its token. */
  readonly uri: string;
}

/** A decoded status list (draft-ietf-oauth-status-list-17 §4.1). */
export interface StatusList {
  /** Bits per status. */
  readonly bits: 1 | 2 | 4 | 8;
  readonly bytes: Uint8Array;
}

/** Status 0x00 (draft-ietf-oauth-status-list-17 §7.1); every other status ends the token. */
export const validStatus = 0x00;

/** Largest decompressed list, bytes: 2^20 statuses of one bit. */
export const maxStatusListBytes = 131_072;

/** The claim `status` of a token is malformed, or a status list cannot be decoded. */
export class StatusListError extends Error {
  readonly code = 'invalid_status_list';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StatusListError';
  }
}

/**
 * Returns the reference in the claim `status`; undefined when the token has no status list.
 *
 * @throws StatusListError for a claim that is not of this form
 */
export function statusReferenceOf({ status }: JsonObject): StatusReference | undefined {
  if (status === undefined) return undefined;
  const listed: unknown = isJsonObject(status) ? status['status_list'] : undefined;
  if (!isJsonObject(listed)) throw new StatusListError('The claim status has no status_list.');
  const { idx, uri } = listed;
  if (typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0 || typeof uri !== 'string')
    throw new StatusListError('The claim status.status_list has no idx or uri.');
  return { idx, uri };
}

/** Returns the status at an index; undefined when the list ends before it (draft-ietf-oauth-status-list-17 §8.3). */
export function statusAt({ bits, bytes }: StatusList, idx: number): number | undefined {
  const perByte = 8 / bits;
  const byte = bytes[Math.floor(idx / perByte)];
  // The first status has the lowest bits of its byte.
  return byte === undefined ? undefined : (byte >> ((idx % perByte) * bits)) & ((1 << bits) - 1);
}

/** Unites the marks of two lists: a status other than 0 in either ends the token. @throws StatusListError when they differ in bits */
export function uniteStatusLists(one: StatusList, other: StatusList): StatusList {
  if (one.bits !== other.bits) throw new StatusListError('The status list has another number of bits than before.');
  const [longer, shorter] = one.bytes.length < other.bytes.length ? [other, one] : [one, other];
  return { bits: one.bits, bytes: longer.bytes.map((byte, index) => byte | (shorter.bytes[index] ?? 0)) };
}

/** Compresses a list to the claim `status_list` (draft-ietf-oauth-status-list-17 §4.2): DEFLATE in the ZLIB format. */
export async function encodeStatusList({ bits, bytes }: StatusList): Promise<{ bits: number; lst: string }> {
  const compressed = await readAll(piped(bytes, new CompressionStream('deflate')), Number.POSITIVE_INFINITY);
  return { bits, lst: encodeBase64url(compressed) };
}

/** @throws StatusListError when the claim is not a list of at most `maxStatusListBytes` */
export async function decodeStatusList(claim: unknown): Promise<StatusList> {
  const { bits, lst } = isJsonObject(claim) ? claim : {};
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) throw new StatusListError('bits is not 1, 2, 4 or 8.');
  const compressed = typeof lst === 'string' ? decodeBase64url(lst) : undefined;
  if (compressed === undefined) throw new StatusListError('lst is not base64url.');
  try {
    return { bits, bytes: await readAll(piped(compressed, new DecompressionStream('deflate')), maxStatusListBytes) };
  } catch (error) {
    throw error instanceof StatusListError ? error : new StatusListError('lst is not compressed with ZLIB.', error);
  }
}

function piped(bytes: Uint8Array, through: ReadableWritablePair<Uint8Array, BufferSource>): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array(bytes)]).stream().pipeThrough(through);
}

async function readAll(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new StatusListError(`The list is larger than ${limit} bytes.`);
    }
    chunks.push(part.value);
  }
  return concatBytes(...chunks);
}

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

/** Compares two positions: negative when `one` is the older. */
export const compareStatusListPositions = (one: StatusListPosition, other: StatusListPosition): number =>
  one.iat - other.iat || one.seq - other.seq;

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
}: {
  readonly token: string;
  /** `uri` of the referring token, and exact `sub` of the list. */
  readonly uri: string;
  readonly issuer: string;
  readonly keys: KeyResolver;
  /** Unix seconds. */
  readonly now: number;
}): Promise<{ readonly list: StatusList; readonly position: StatusListPosition }> {
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
