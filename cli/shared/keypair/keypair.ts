import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Ed25519Jwk } from '../../../src/protocol/jwk-thumbprint.ts';
import { Failure } from '../failure.ts';
import {
  ed25519Secret,
  ed25519Spki,
  type KeyFile,
  type PublicIdentity,
  readKeyFile,
  noAgentKeypair,
} from './key-file.ts';
import { isBox, openBox, withoutPassphrases } from './passphrase.ts';
import { keyFileName, type StateDir } from '../state-dir/state-dir.ts';
import { damagedState } from '../state-dir/state-file.ts';

/** Purpose of the passphrase box of a key file. */
export const privateKeyPurpose = 'private-key';

/** Key pair of the agent: its private key is decrypted, or a signer holds it. */
export interface Keypair extends PublicIdentity {
  /** Undefined when a signer holds it. */
  readonly privateKey: KeyObject | undefined;
  /** Ed25519 signature, 64 bytes. */
  readonly sign: (message: Uint8Array) => Buffer;
  /** The 32 secret bytes of the key (RFC 8032 §5.1.5), or a secret that only its signer can derive. */
  readonly seed: () => Buffer;
  /** scrypt salt of the key file, shared by all boxes of the state directory; undefined without a passphrase. */
  readonly passphraseSalt: string | undefined;
}

/** Lowercase hex SHA-256 of a SubjectPublicKeyInfo in DER. */
export const fingerprintOf = (spki: Uint8Array): string => createHash('sha256').update(spki).digest('hex');

function privatePem(file: KeyFile, passphrase: string | undefined): string {
  const { privateKeyPem, sealedPrivateKey } = file.fields;
  if (typeof privateKeyPem === 'string') return privateKeyPem;
  if (isBox(sealedPrivateKey)) return openBox(passphrase, privateKeyPurpose, sealedPrivateKey);
  throw damagedState(keyFileName, 'it holds no private key');
}

function parsePrivateKey(pem: string, { kty, crv, x }: Ed25519Jwk): KeyObject {
  const d = ed25519Secret(pem)?.toString('base64url');
  try {
    // OpenSSL takes longer to load its decoders of PEM than to sign.
    return createPrivateKey(d === undefined ? pem : { key: { kty, crv, x, d }, format: 'jwk' });
  } catch {
    throw damagedState(keyFileName, 'privateKeyPem is no PKCS#8 private key');
  }
}

function openWithSigner({ publicKeyPem, fingerprint, jwk, jkt, spki }: KeyFile, command: string): Keypair {
  if (fingerprint !== fingerprintOf(spki)) throw damagedState(keyFileName, 'its fingerprint is not that of its key');
  if (command === '') {
    throw new Failure(
      'signer_required',
      'A signer holds the private key of this identity. Set AGENT_ID_SIGNER to its command.',
    );
  }
  let secret: Buffer | undefined;
  return {
    publicKeyPem,
    fingerprint,
    jwk,
    jkt,
    privateKey: undefined,
    sign: (message) => signWithSigner(command, jwk, message),
    seed: () => (secret ??= signerSecret(command, jwk)),
    passphraseSalt: undefined,
  };
}

/** Decrypts a key file. @throws Failure damaged_state, passphrase_required, wrong_passphrase */
export function openKeyFile(file: KeyFile, passphrase: string | undefined): Keypair {
  if (file.signer !== null) return openWithSigner(file, file.signer);
  const { publicKeyPem, fingerprint, jwk, jkt, spki } = file;
  const privateKey = parsePrivateKey(privatePem(file, passphrase), jwk);
  // With a replaced public half the agent would vouch for a key that it does not have.
  if (privateKey.export({ format: 'jwk' }).x !== jwk.x) {
    throw damagedState(keyFileName, 'its public and private keys do not belong together');
  }
  if (fingerprint !== fingerprintOf(spki)) throw damagedState(keyFileName, 'its fingerprint is not that of its key');
  const box = file.fields['sealedPrivateKey'];
  return {
    publicKeyPem,
    fingerprint,
    jwk,
    jkt,
    privateKey,
    sign: (message) => sign(null, message, privateKey),
    seed: () => Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'),
    passphraseSalt: isBox(box) ? box.salt : undefined,
  };
}

/**
 * Refuses a signer beside a private key on disk: who sets a signer relies on the key being nowhere else.
 * @throws Failure signer_and_key
 */
export function refuseSignerAndKey({ signer }: StateDir, file: KeyFile): void {
  if (signer === undefined || file.signer !== null) return;
  throw new Failure(
    'signer_and_key',
    'AGENT_ID_SIGNER is set, but the private key of this identity is on disk. Unset it; to move the identity to the signer, run agent-id-core rotate with AGENT_ID_NEW_SIGNER instead.',
  );
}

/**
 * Reads the key pair of the agent. Returns undefined when there is no identity.
 * @throws Failure damaged_state, passphrase_required, wrong_passphrase, signer_and_key
 */
export function findKeypair(dir: StateDir, passphrase: string | undefined): Keypair | undefined {
  const file = readKeyFile(dir);
  if (passphrase !== undefined && typeof file?.fields['privateKeyPem'] === 'string') {
    dir.log('warning: a passphrase is set, but the key is stored in plain text; run agent-id-core init to encrypt it.');
  }
  if (file) refuseSignerAndKey(dir, file);
  return file && openKeyFile(file, passphrase);
}

/**
 * Requires that a key read earlier is still the key of the identity. The caller holds the lock.
 * @throws Failure key_rotated
 */
export function requireCurrentKey(dir: StateDir, { jkt }: Pick<PublicIdentity, 'jkt'>): void {
  if (readKeyFile(dir)?.jkt !== jkt)
    throw new Failure('key_rotated', 'The agent key was replaced while this command ran. Run it again.');
}

/** Like findKeypair. @throws Failure no_agent_keypair */
export function requireKeypair(dir: StateDir, passphrase: string | undefined): Keypair {
  const keypair = findKeypair(dir, passphrase);
  if (!keypair) throw noAgentKeypair();
  return keypair;
}

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
function signerSecret(command: string, jwk: Ed25519Jwk): Buffer {
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

export function publicKeyObject({ kty, crv, x }: Ed25519Jwk): KeyObject {
  return createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
}
