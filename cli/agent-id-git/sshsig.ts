import { createHash, verify } from 'node:crypto';
import { Failure } from '../shared/failure.ts';
import { publicKeyObject } from '../shared/keypair/keypair.ts';
import { sshPublicKeyBlob, sshReader, sshString, sshUint32 } from '../shared/openssh.ts';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';

const magic = 'SSHSIG';
const armor = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)\n-----END SSH SIGNATURE-----\n?$/;

const badSignature = (reason: string): Failure =>
  new Failure('bad_signature', `The commit's signature is not accepted: ${reason}.`);

/**
 * Verifies an SSH signature over a git object (OpenSSH PROTOCOL.sshsig) by this key in namespace git. OpenPGP and X.509
 * signatures are refused.
 * @throws Failure bad_signature
 */
export function verifySshSignature(signature: string, message: Uint8Array, jwk: Ed25519Jwk): void {
  const body = armor.exec(signature)?.[1];
  if (body === undefined) throw badSignature('it is not an SSH signature');
  const reader = sshReader(Buffer.from(body, 'base64'));
  const preamble = reader.take(magic.length)?.toString('latin1');
  const version = reader.uint32();
  const publicKey = reader.string();
  const namespace = reader.string();
  const reserved = reader.string();
  const hashName = reader.string()?.toString('latin1');
  const signed = reader.string();
  if (preamble !== magic || version !== 1 || !publicKey || !namespace || !reserved || !signed || !reader.atEnd()) {
    throw badSignature('it is malformed');
  }
  if (!publicKey.equals(sshPublicKeyBlob(Buffer.from(jwk.x, 'base64url'))))
    throw badSignature('it was made with another key than agent_jwk');
  if (namespace.toString('utf8') !== 'git')
    throw badSignature(`its namespace is ${JSON.stringify(namespace.toString('utf8'))}, not "git"`);
  if (hashName !== 'sha512' && hashName !== 'sha256') throw badSignature('it uses an unknown hash');
  const inner = sshReader(signed);
  const algorithm = inner.string()?.toString('latin1');
  const raw = inner.string();
  if (algorithm !== 'ssh-ed25519' || raw?.length !== 64 || !inner.atEnd())
    throw badSignature('it is not an Ed25519 signature');
  const digest = createHash(hashName).update(message).digest();
  const signedBytes = Buffer.concat([
    Buffer.from(magic),
    ...[namespace, reserved, hashName, digest].map((value) => sshString(value)),
  ]);
  if (!verify(null, signedBytes, publicKeyObject(jwk), raw)) throw badSignature('it does not match the commit');
}

/**
 * Creates an SSH signature in namespace git.
 * @param publicKey blob of the key
 * @param sign returns the signature blob of the key over the bytes
 * @returns armored text
 */
export async function createSshSignature(
  message: Uint8Array,
  publicKey: Buffer,
  sign: (bytes: Buffer) => Promise<Buffer>,
): Promise<string> {
  const context = ['git', '', 'sha512'].map((value) => sshString(value));
  const digest = createHash('sha512').update(message).digest();
  const signed = await sign(Buffer.concat([Buffer.from(magic), ...context, sshString(digest)]));
  const body = [Buffer.from(magic), sshUint32(1), sshString(publicKey), ...context, sshString(signed)];
  const lines =
    Buffer.concat(body)
      .toString('base64')
      .match(/.{1,70}/g) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
}
