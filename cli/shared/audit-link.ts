import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';
import type { TrailHead } from './audit-checkpoint.ts';
import { isTextOrNull } from './json.ts';
import { readPublicJwk } from './public-jwk.ts';
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

/** prevHash of the first entry. */
export const genesisHash = '0'.repeat(64);

/** Head of a trail without entries. */
export const genesis: TrailHead = { seq: 0, envelopeHash: genesisHash };

/** Members of an entry that the next entry and the chain checks use. */
export interface EntryLink {
  readonly seq: number;
  readonly nonce: number;
  readonly agentId: string;
  readonly ownerSub: string | null;
  /** jti of the id_token, or its SHA-256. */
  readonly idTokenRef: string | null;
  /** Unix seconds; undefined when it is not a number. */
  readonly timestamp: number | undefined;
  readonly version: unknown;
  readonly prevHash: string;
  readonly envelopeHash: string;
  /** Key of the following entries, in a succession entry (version 3). */
  readonly nextJwk: Ed25519Jwk | undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the link of an entry without checking it. */
export function readLink(entry: JsonObject | undefined): EntryLink | undefined {
  const envelope = entry?.['envelope'];
  if (!entry || !isJsonObject(envelope)) return undefined;
  const { seq, nonce, agentId, ownerSub, idTokenRef, timestamp } = envelope;
  const { prevHash, envelopeHash, version } = entry;
  if (!isCount(seq) || !isCount(nonce) || !isText(agentId) || !isTextOrNull(ownerSub)) return undefined;
  if (!isText(prevHash) || !isText(envelopeHash)) return undefined;
  return {
    seq,
    nonce,
    agentId,
    ownerSub,
    idTokenRef: isText(idTokenRef) ? idTokenRef : null,
    timestamp: typeof timestamp === 'number' ? timestamp : undefined,
    version,
    prevHash,
    envelopeHash,
    nextJwk: version === 3 ? readPublicJwk(envelope['nextJwk']) : undefined,
  };
}
