/** Crockford's base32: no I, L, O, U, so that a text survives being read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 26 characters of 5 bits each. @param bytes 26 random bytes, of which each gives 5 bits. */
export function randomCrockford(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('');
}

/** The 128 bits of a UUID as 26 characters, as ULIDs are written: a UUID v7 keeps its order. */
export function crockfordUuid(uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  for (let place = 0; place < 26; place++) {
    text = alphabet.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}
