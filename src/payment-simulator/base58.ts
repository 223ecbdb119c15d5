const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 as public chains write addresses and hashes: no 0, O, I and l; a zero byte in front is a 1. */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let number = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= 58n) text = (digits[Number(number % 58n)] ?? '') + text;
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}
