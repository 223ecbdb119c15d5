import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DpopKeypair } from '../../../src/client/dpop/dpop-keypair.ts';
import { parseEd25519Jwk } from '../../../src/protocol/ed25519-key.ts';
import { jwkThumbprint } from '../../../src/protocol/jwk-thumbprint.ts';

/** The key of this phone, with its thumbprint. */
export interface PhoneKey extends DpopKeypair {
  readonly jkt: string;
}

/** Reads the key of the phone in a directory, or creates it. Only the user can read the file (0600). */
export async function openDeviceKey(directory: string): Promise<PhoneKey> {
  const file = join(directory, 'device-key.json');
  const text = (await read(file)) ?? (await create(directory, file));
  let signing: KeyObject;
  try {
    signing = createPrivateKey({ key: JSON.parse(text), format: 'jwk' });
  } catch {
    throw new Error(`${file} contains no private key: move it away to start with a new phone, and so as a new owner.`);
  }
  const { kty, crv, x } = signing.export({ format: 'jwk' });
  const { jwk } = parseEd25519Jwk({ kty, crv, x });
  return { publicJwk: jwk, jkt: jwkThumbprint(jwk), privateKey: (message) => sign(null, message, signing) };
}

async function read(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Error(`${file} can be read by others: chmod 600 it.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Creates the key file. Of concurrent first commands the first to link its file wins; all return its key. */
async function create(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = `${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return text;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return await readFile(file, 'utf8');
    throw error;
  } finally {
    await unlink(draft);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
