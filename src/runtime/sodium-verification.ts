import { createRequire } from 'node:module';
import type { Ed25519Verification } from '../protocol/ed25519.node.ts';

/** The used part of sodium-native, which has no types. */
interface Sodium {
  readonly crypto_sign_verify_detached: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
}

/**
 * Loads the Ed25519 verification of libsodium, which takes half the time of OpenSSL's.
 *
 * @returns undefined when the optional package is not installed, or has no binary for this system
 */
export function loadSodiumVerification(): Ed25519Verification | undefined {
  try {
    const sodium = createRequire(import.meta.url)('sodium-native') as Sodium;
    return (publicKey, message, signature) => sodium.crypto_sign_verify_detached(signature, message, publicKey);
  } catch {
    return undefined;
  }
}
