import { createRequire } from 'node:module';
import type { Ed25519Verification } from '../protocol/ed25519.node.ts';
import { runsSodium, type System, thisSystem } from './system.ts';

/** The used part of sodium-native, which has no types. Functions without a result write to their first parameters. */
interface SodiumNative {
  readonly crypto_sign_verify_detached: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
  readonly crypto_sign_detached: (signature: Uint8Array, message: Uint8Array, secretKey: Uint8Array) => void;
  readonly crypto_sign_seed_keypair: (publicKey: Uint8Array, secretKey: Uint8Array, seed: Uint8Array) => void;
}

/** Ed25519 by libsodium, which takes half the time of OpenSSL. */
export interface Sodium {
  readonly verify: Ed25519Verification;
  /** @param secretKey of {@link keyPair} @returns 64 bytes */
  readonly sign: (message: Uint8Array, secretKey: Uint8Array) => Uint8Array<ArrayBuffer>;
  /** @param seed 32 bytes @returns 32 bytes and 64 bytes */
  readonly keyPair: (seed: Uint8Array) => { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };
}

/** @returns undefined when the optional package sodium-native is not installed, or has no binary that runs on this system */
export function loadSodium(system: System = thisSystem): Sodium | undefined {
  const native = runsSodium(system) ? loadNative() : undefined;
  if (native === undefined) return undefined;
  return {
    verify: (publicKey, message, signature) => native.crypto_sign_verify_detached(signature, message, publicKey),
    sign: (message, secretKey) => {
      const signature = new Uint8Array(64);
      native.crypto_sign_detached(signature, message, secretKey);
      return signature;
    },
    keyPair: (seed) => {
      const [publicKey, secretKey] = [new Uint8Array(32), new Uint8Array(64)];
      native.crypto_sign_seed_keypair(publicKey, secretKey, seed);
      return { publicKey, secretKey };
    },
  };
}

function loadNative(): SodiumNative | undefined {
  try {
    return createRequire(import.meta.url)('sodium-native') as SodiumNative;
  } catch {
    return undefined;
  }
}
