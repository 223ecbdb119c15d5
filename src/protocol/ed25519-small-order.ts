import { encodeHex } from './bytes.ts';

// The eight points whose order divides 8 in every encoding that a decoder may accept, without the sign bit
// ("Taming the many EdDSAs", Chalkias, Garillot, Nikolaenko 2020, table 6).
const encodings: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);
const firstBytes: ReadonlySet<number | undefined> = /* @__PURE__ */ new Set([0x00, 0x01, 0x26, 0xc7, 0xec, 0xed, 0xee]);

/**
 * Returns whether 32 bytes encode a point of small order. Anyone can forge signatures for such a key. Native verifiers treat
 * these points differently by version, so callers reject them first.
 */
export function isSmallOrder(point: Uint8Array): boolean {
  if (!firstBytes.has(point[0])) return false;
  const y = new Uint8Array(point);
  y[31] = (y[31] ?? 0) & 0x7f;
  return encodings.has(encodeHex(y));
}
