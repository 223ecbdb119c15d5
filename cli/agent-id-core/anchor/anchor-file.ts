import { isJsonObject } from '../../../src/protocol/json-object.ts';
import type { TrailHead } from '../../shared/audit-trail/trail-file.ts';
import { parseObject, toJsonText } from '../../shared/json.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { readStateFile, writeStateFile, damagedState } from '../../shared/state-dir/state-file.ts';

const anchorFileName = 'audit/anchors.json';

/** A head of the trail with the provider's attestation. */
export interface Anchor extends TrailHead {
  /** JWT; its digest is the envelopeHash. */
  readonly attestation: string;
}

/** Tests the form of a list of anchors; their attestations are unverified. */
export const isAnchorList = (value: unknown): value is readonly Anchor[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isJsonObject(one) &&
      Number.isSafeInteger(one['seq']) &&
      typeof one['envelopeHash'] === 'string' &&
      /^[0-9a-f]{64}$/.test(one['envelopeHash']) &&
      typeof one['attestation'] === 'string',
  );

/** Reads the anchors, oldest first. @throws Failure damaged_state */
export function readAnchors(dir: StateDir): readonly Anchor[] {
  const text = readStateFile(dir, anchorFileName);
  if (text === undefined) return [];
  const anchors = parseObject(text)?.['anchors'];
  if (!isAnchorList(anchors)) throw damagedState(anchorFileName, 'it has no list of anchors');
  return anchors;
}

/** Adds an anchor; the caller holds the lock. */
export function addAnchor(dir: StateDir, { seq, envelopeHash, attestation }: Anchor): void {
  const anchors = [...readAnchors(dir), { seq, envelopeHash, attestation }];
  writeStateFile(dir, anchorFileName, toJsonText({ version: 1, anchors }));
}
