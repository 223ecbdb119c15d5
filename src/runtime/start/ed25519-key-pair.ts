import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Ed25519Verification } from '../../protocol/ed25519.node.ts';
import { runsSodium, type System, thisSystem } from './system.ts';

/** An Ed25519 key pair whose private key cannot be read. */
export interface Ed25519KeyPair {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** @returns 64 bytes */
  readonly sign: (message: Uint8Array) => Uint8Array<ArrayBuffer>;
}

/** PKCS#8 header of an Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Imports the 32 bytes of an Ed25519 private key (RFC 8032 §5.1.5).
 *
 * @param sodium signs in half the time of node:crypto; null when node:crypto signs
 * @throws Error for another length
 */
export function ed25519KeyPair(seed: Uint8Array, sodium: Sodium | null = loadSodium() ?? null): Ed25519KeyPair {
  if (seed.length !== 32) throw new Error(`An Ed25519 private key has 32 bytes, not ${seed.length}.`);
  if (sodium !== null) {
    const { publicKey, secretKey } = sodium.keyPair(seed);
    return { publicKey, sign: (message) => sodium.sign(message, secretKey) };
  }
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    publicKey: new Uint8Array(Buffer.from(x, 'base64url')),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

/** The used part of sodium-native, which has no types. Functions without a result write to their first parameters. */
interface SodiumNative {
  readonly crypto_sign_verify_detached: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
  readonly crypto_sign_detached: (signature: Uint8Array, message: Uint8Array, secretKey: Uint8Array) => void;
  readonly crypto_sign_seed_keypair: (publicKey: Uint8Array, secretKey: Uint8Array, seed: Uint8Array) => void;
}

/** Ed25519 by libsodium, which takes half the time of OpenSSL. */
interface Sodium {
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
