import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';
import { toJsonText } from '../shared/json.ts';
import { keyFileName, readKeyFile } from '../shared/keypair/key-file.ts';
import {
  fingerprintOf,
  type Keypair,
  openKeyFile,
  privateKeyPurpose,
  publicKeyObject,
  refuseSignerAndKey,
  requireDeterministic,
  requireKeypair,
  signerPublicKey,
  signWithSigner,
} from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import { sealBox } from '../shared/keypair/passphrase-box.ts';
import { writeFirstCheckpoint } from '../shared/audit-trail/audit-entry.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { writeStateFile } from '../shared/state-dir/state-file.ts';

function save(
  dir: StateDir,
  publicFields: Readonly<Record<string, unknown>>,
  privateKey: KeyObject,
  passphrase: string | undefined,
): void {
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const secret =
    passphrase === undefined
      ? { privateKeyPem }
      : { sealedPrivateKey: sealBox(passphrase, privateKeyPurpose, privateKeyPem) };
  writeStateFile(dir, keyFileName, toJsonText({ ...publicFields, ...secret }));
}

/** Creates the identity of a key that a signer holds. */
function createForSigner(dir: StateDir, command: string, createdAt: number): void {
  const spki = signerPublicKey(command);
  const jwk: Ed25519Jwk = { kty: 'OKP', crv: 'Ed25519', x: spki.toString('base64url', 12) };
  requireDeterministic(command, jwk);
  writeFirstCheckpoint(dir, (message) => signWithSigner(command, jwk, message));
  const publicKeyPem = publicKeyObject(jwk).export({ type: 'spki', format: 'pem' }).toString();
  const fields = { version: 1, agentId: 'main', createdAt, publicKeyPem, fingerprint: fingerprintOf(spki) };
  writeStateFile(dir, keyFileName, toJsonText({ ...fields, externalSigner: true }));
}

function create(dir: StateDir, passphrase: string | undefined, createdAt: number): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // Written before the key, so that an identity has a checkpoint after a crash too.
  writeFirstCheckpoint(dir, (message) => sign(null, message, privateKey));
  const fields = {
    version: 1,
    agentId: 'main',
    createdAt,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey.export({ type: 'spki', format: 'der' })),
  };
  save(dir, fields, privateKey, passphrase);
}

/**
 * Loads the key of the agent or creates it; concurrent processes get the same key. A plain-text key is encrypted when a
 * passphrase is given.
 * @param now Unix seconds.
 */
export async function initKeypair(dir: StateDir, passphrase: string | undefined, now: number): Promise<Keypair> {
  await withLock(dir, () => {
    const file = readKeyFile(dir);
    if (!file && dir.signer !== undefined) createForSigner(dir, dir.signer, now);
    else if (!file) create(dir, passphrase, now);
    else refuseSignerAndKey(dir, file);
    if (file && passphrase !== undefined && typeof file.fields['privateKeyPem'] === 'string') {
      const { privateKeyPem: _, ...fields } = file.fields;
      const { privateKey } = openKeyFile(file, passphrase);
      if (privateKey) save(dir, fields, privateKey, passphrase);
    }
  });
  return requireKeypair(dir, passphrase);
}
