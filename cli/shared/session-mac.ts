import { sha256 } from '#sha256';
import type { KeyFile } from './key-file.ts';

/** Block size of SHA-256 in bytes. */
const blockSize = 64;

/** HMAC-SHA256 (RFC 2104) for keys of at most 64 bytes. The portable hash avoids loading node:crypto at start. */
function hmacSha256(key: Uint8Array, message: string): Buffer {
  const pad = (byte: number): Uint8Array => new Uint8Array(blockSize).map((_, index) => (key[index] ?? 0) ^ byte);
  const inner = sha256(Buffer.concat([pad(0x36), Buffer.from(message)]));
  return Buffer.from(sha256(Buffer.concat([pad(0x5c), inner])));
}

/** The 32 secret bytes of a key file. Only an encrypted key loads the ciphers, and only a signer starts a process. */
async function seedOf(file: KeyFile, passphrase: string | undefined): Promise<Uint8Array> {
  const { privateKeyPem } = file.fields;
  // PKCS#8 of an Ed25519 key ends with the secret bytes (RFC 8410 §7).
  if (typeof privateKeyPem === 'string' && file.signer === null)
    return Buffer.from(privateKeyPem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64').subarray(-32);
  const { openKeyFile } = await import('./keypair.ts');
  return openKeyFile(file, passphrase).seed();
}

/**
 * Authentication code of an owner session, or of a pending one, under a key derived from the agent's private key.
 * @returns base64url
 * @throws Failure damaged_state, passphrase_required, wrong_passphrase
 */
export async function sessionMac(
  file: KeyFile,
  passphrase: string | undefined,
  members: readonly (string | number | null)[],
  purpose: 'owner-session' | 'pending-auth' = 'owner-session',
): Promise<string> {
  const key = hmacSha256(await seedOf(file, passphrase), `platform-agent-id/${purpose}-mac/v1`);
  return hmacSha256(key, JSON.stringify(members)).toString('base64url');
}
