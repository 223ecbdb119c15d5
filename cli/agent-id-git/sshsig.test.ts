import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rfc8037Signer, otherSigner } from '../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { Failure } from '../shared/failure.ts';
import { openSshPrivateKey, sshPublicKeyBlob, sshString } from '../shared/openssh.ts';
import { decodeBundle, encodeBundle } from './notes.ts';
import { parseCommitObject } from './commit-object.ts';
import { createSshSignature, verifySshSignature } from './ssh-signing.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-id-sshsig-'));
const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
const message = Buffer.from('a commit\n');
let signature: string;

beforeAll(() => {
  const key = join(folder, 'key');
  writeFileSync(key, openSshPrivateKey(seed, rfc8037Signer.publicKey, 'test', 7), { mode: 0o600 });
  writeFileSync(join(folder, 'message'), message);
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-n', 'git', '-f', key, join(folder, 'message')], {
    stdio: 'ignore',
  });
  signature = readFileSync(join(folder, 'message.sig'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('PROTOCOL.sshsig: a signature by ssh-keygen verifies for its message and key only', () => {
  expect(() => verifySshSignature(signature, message, rfc8037Signer.jwk)).not.toThrow();
  expect(() => verifySshSignature(signature, Buffer.from('another\n'), rfc8037Signer.jwk)).toThrow('does not match');
  expect(() => verifySshSignature(signature, message, otherSigner.jwk)).toThrow('another key');
});

test('PROTOCOL.sshsig: a created signature equals that of ssh-keygen', async () => {
  const blob = sshPublicKeyBlob(rfc8037Signer.publicKey);
  const created = await createSshSignature(message, blob, async (bytes) =>
    Buffer.concat([sshString('ssh-ed25519'), sshString(rfc8037Signer.sign(bytes))]),
  );
  expect(created).toBe(signature);
});

/** Yields the signature with one changed byte, truncated and extended. */
const armoured = (blob: Uint8Array): string =>
  `-----BEGIN SSH SIGNATURE-----\n${Buffer.from(blob).toString('base64')}\n-----END SSH SIGNATURE-----\n`;
const blobOf = (text: string): Buffer => Buffer.from(text.replace(/-----[^-]+-----/g, ''), 'base64');

test('PROTOCOL.sshsig: a signature with a changed, missing or added byte is refused', () => {
  const blob = blobOf(signature);
  expect(() => verifySshSignature(armoured(blob), message, rfc8037Signer.jwk)).not.toThrow();
  for (let index = 0; index < blob.length; index++) {
    const changed = Buffer.from(blob);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => verifySshSignature(armoured(changed), message, rfc8037Signer.jwk), `byte ${index}`).toThrow(Failure);
    expect(() => verifySshSignature(armoured(blob.subarray(0, index)), message, rfc8037Signer.jwk)).toThrow(Failure);
  }
  expect(() =>
    verifySshSignature(armoured(Buffer.concat([blob, Buffer.alloc(1)])), message, rfc8037Signer.jwk),
  ).toThrow(Failure);
});

test('git verify: arbitrary bytes as signature, bundle or commit object fail with a coded error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      expect(() => verifySshSignature(armoured(bytes), message, rfc8037Signer.jwk)).toThrow(Failure);
      expect(() => verifySshSignature(text, message, rfc8037Signer.jwk)).toThrow(Failure);
      expect(() => decodeBundle(text)).toThrow(Failure);
      expect(parseCommitObject(Buffer.from(bytes)).signatures.length).toBeLessThan(300);
    }),
  );
});

test('bundle: encoding and decoding keep the bundle and omit further members of the key', () => {
  const jwk = { ...rfc8037Signer.jwk, d: 'secret' };
  const bundle = { version: 3, id_token: 'a.b.c', agent_jwk: rfc8037Signer.jwk };
  expect(decodeBundle(encodeBundle({ id_token: 'a.b.c', agent_jwk: jwk }))).toEqual(bundle);
  expect(decodeBundle(` ${JSON.stringify(bundle)}\n`)).toEqual(bundle);
});
