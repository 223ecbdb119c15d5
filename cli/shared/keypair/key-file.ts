import { type Ed25519Jwk, jwkThumbprint, type Thumbprint } from '../../../src/protocol/jwk-thumbprint.ts';
import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { parseObject, toJsonText } from '../json.ts';
import { keyFileName, type StateDir } from '../state-dir/state-dir.ts';
import { readStateFile, damagedState } from '../state-dir/state-file.ts';
import { Failure } from '../failure.ts';

export const noAgentKeypair = (): Failure =>
  new Failure('no_agent_keypair', 'No agent keypair. Run agent-id-core bootstrap or agent-id-core init first.');

/** Public half of keys/main.json, readable without cryptography and passphrase. */
export interface PublicIdentity {
  readonly publicKeyPem: string;
  /** Lowercase hex SHA-256 of the SPKI DER. */
  readonly fingerprint: string;
  readonly jwk: Ed25519Jwk;
  readonly jkt: Thumbprint;
}

/** A parsed key file whose private key is not decrypted. */
export interface KeyFile extends PublicIdentity {
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Buffer;
  /** Command that signs for this key, empty when none is set; null when the file holds the private key. */
  readonly signer: string | null;
  readonly fields: JsonObject;
}

/** Prefix of every Ed25519 SubjectPublicKeyInfo (RFC 8410 §4); the 32 bytes of the key follow. */
const spkiPrefix = '302a300506032b6570032100';

/** Prefix of a PKCS#8 Ed25519 private key as OpenSSL writes it (RFC 8410 §7); the 32 secret bytes follow. */
const pkcs8Prefix = '302e020100300506032b657004220420';

/** Decodes the PEM of a key. @returns its DER; empty for anything else */
function derOf(kind: 'PUBLIC' | 'PRIVATE', pem: string): Buffer {
  const [, label, body = ''] =
    /^-----BEGIN (\w+) KEY-----\n([A-Za-z0-9+/=\n]+)-----END \1 KEY-----\n?$/.exec(pem) ?? [];
  return Buffer.from(label === kind ? body : '', 'base64');
}

/**
 * Parses the PEM of an Ed25519 public key.
 * @returns its DER; undefined for anything else
 */
export function ed25519Spki(pem: string): Buffer | undefined {
  const der = derOf('PUBLIC', pem);
  return der.length === 44 && der.toString('hex', 0, 12) === spkiPrefix ? der : undefined;
}

/**
 * Parses the PEM of an Ed25519 private key.
 * @returns its 32 secret bytes (RFC 8032 §5.1.5); undefined for anything else
 */
export function ed25519Secret(pem: string): Buffer | undefined {
  const der = derOf('PRIVATE', pem);
  return der.length === 48 && der.toString('hex', 0, 16) === pkcs8Prefix ? der.subarray(16) : undefined;
}

/**
 * Reads the key file of the agent. Returns undefined when there is no identity.
 * @throws Failure damaged_state
 */
export function readKeyFile(dir: StateDir): KeyFile | undefined {
  const text = readStateFile(dir, keyFileName);
  if (text === undefined) return undefined;
  const fields = parseObject(text);
  if (!fields) throw damagedState(keyFileName, 'it is not a JSON object');
  const { version, publicKeyPem, fingerprint } = fields;
  if (version !== 1) throw damagedState(keyFileName, `its version is ${String(version)}, not 1`);
  if (typeof publicKeyPem !== 'string' || typeof fingerprint !== 'string') {
    throw damagedState(keyFileName, 'publicKeyPem or fingerprint is missing');
  }
  const spki = ed25519Spki(publicKeyPem);
  if (!spki) throw damagedState(keyFileName, 'publicKeyPem is no Ed25519 public key');
  // The command comes from the environment, never from a file.
  const signer = fields['externalSigner'] === true ? (dir.signer ?? '') : null;
  const jwk: Ed25519Jwk = { kty: 'OKP', crv: 'Ed25519', x: spki.toString('base64url', 12) };
  return { fields, spki, signer, publicKeyPem, fingerprint, jwk, jkt: jwkThumbprint(jwk) };
}

/** Like readKeyFile. @throws Failure no_agent_keypair */
export function requireKeyFile(dir: StateDir): KeyFile {
  const file = readKeyFile(dir);
  if (!file) throw noAgentKeypair();
  return file;
}

export const retiredKeysFileName = 'keys/retired.json';

/** Public half of a key that was rotated, kept for verification. */
export interface RetiredKey {
  readonly jwk: Ed25519Jwk;
  readonly jkt: Thumbprint;
  /** Unix seconds. */
  readonly retiredAt: number;
}

function parseRetiredKey(value: unknown): RetiredKey {
  const { jwk: publicHalf, retiredAt } = isJsonObject(value) ? value : {};
  const jwk = readPublicJwk(publicHalf);
  if (!jwk || typeof retiredAt !== 'number')
    throw damagedState(retiredKeysFileName, 'a key has no jwk of an Ed25519 key, or no retiredAt');
  return { jwk, jkt: jwkThumbprint(jwk), retiredAt };
}

/** Reads the keys that were rotated, oldest first. @throws Failure damaged_state */
export function readRetiredKeys(dir: StateDir): readonly RetiredKey[] {
  const text = readStateFile(dir, retiredKeysFileName);
  if (text === undefined) return [];
  const keys = parseObject(text)?.['keys'];
  if (!Array.isArray(keys)) throw damagedState(retiredKeysFileName, 'it has no list of keys');
  return keys.map(parseRetiredKey);
}

/** Content of the file with another retired key. */
export const retiredKeysText = (keys: readonly RetiredKey[]): string => toJsonText({ version: 1, keys });

/**
 * Reads the public members of an Ed25519 JWK from an own file; undefined for another form. Imports no cryptography, which
 * `status` does not load.
 */
export function readPublicJwk(value: unknown): Ed25519Jwk | undefined {
  if (!isJsonObject(value) || value['kty'] !== 'OKP' || value['crv'] !== 'Ed25519') return undefined;
  const { x } = value;
  return typeof x === 'string' && /^[A-Za-z0-9_-]{43}$/.test(x) ? { kty: 'OKP', crv: 'Ed25519', x } : undefined;
}
