import type { spawnSync } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';
import { Failure } from './failure.ts';
import { ed25519Spki } from './key-file.ts';
import { withoutPassphrases } from './passphrase.ts';
import { publicKeyObject } from './public-key.ts';

/** Time for a signature, which may wait for a touch of a hardware key. */
const timeoutMs = 60_000;

/** Largest accepted output. */
const maxBuffer = 64 * 1024;

/** Domain separation of the message whose signature is the local secret. */
const secretDomain = 'platform-agent-id/signer-secret/v1\n';

/** Loaded on first use: node:child_process costs milliseconds at start. */
const childProcess = (): { readonly spawnSync: typeof spawnSync } =>
  process.getBuiltinModule?.('node:child_process') ?? createRequire(import.meta.url)('node:child_process');

const signerFailed = (reason: string): Failure =>
  new Failure('signer_failed', `The command of AGENT_ID_SIGNER failed: ${reason}.`);

function runSigner(command: string, request: 'public-key' | 'sign', input: Uint8Array): string {
  // The user writes the command, as for GIT_SSH_COMMAND. A prompt or an error of the signer reaches the terminal.
  const { error, status, signal, stdout } = childProcess().spawnSync(`${command} ${request}`, {
    shell: true,
    input,
    env: withoutPassphrases(process.env),
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: timeoutMs,
    maxBuffer,
  });
  if (error) throw signerFailed(`${request}: ${error.message}`);
  if (status !== 0) throw signerFailed(`${request} ended with ${signal ?? `exit code ${String(status)}`}`);
  return stdout.toString('latin1').trim();
}

/** Asks a signer for its Ed25519 public key. @returns DER of the SubjectPublicKeyInfo; @throws Failure signer_failed */
export function signerPublicKey(command: string): Buffer {
  const spki = ed25519Spki(runSigner(command, 'public-key', Buffer.alloc(0)));
  if (!spki) throw signerFailed('public-key printed no PEM of an Ed25519 public key');
  return spki;
}

/**
 * Has a signer sign a message, and verifies the signature.
 * @returns 64 bytes
 * @throws Failure signer_failed
 */
export function signWithSigner(command: string, jwk: Ed25519Jwk, message: Uint8Array): Buffer {
  const text = runSigner(command, 'sign', message);
  const signature = Buffer.from(text, 'base64url');
  if (!/^[A-Za-z0-9_-]{86}$/.test(text)) throw signerFailed('sign printed no base64url signature of 64 bytes');
  if (!verify(null, message, publicKeyObject(jwk), signature))
    throw signerFailed('the signature is not valid for the key of this identity');
  return signature;
}

/**
 * Derives the secret that encrypts the vault and authenticates the session: SHA-256 of the signature over a fixed
 * message. Ed25519 signatures are deterministic (RFC 8032 §5.1.6), so only who may use the signer knows it.
 * @returns 32 bytes
 * @throws Failure signer_failed
 */
export function signerSecret(command: string, jwk: Ed25519Jwk): Buffer {
  const signature = signWithSigner(command, jwk, Buffer.from(`${secretDomain}${jwk.x}`));
  return createHash('sha256').update(signature).digest();
}

/**
 * Refuses a signer whose signatures vary, since the secret could not be derived again.
 * @throws Failure signer_failed
 */
export function requireDeterministic(command: string, jwk: Ed25519Jwk): void {
  if (!signerSecret(command, jwk).equals(signerSecret(command, jwk)))
    throw signerFailed('it signs the same message differently each time, so no secret can be derived from it');
}
