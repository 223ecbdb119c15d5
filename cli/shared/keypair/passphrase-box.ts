import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { Failure } from '../failure.ts';
import { isJsonObject } from '../../../src/protocol/json-object.ts';

/** scrypt parameters (RFC 7914): about 80 ms and 32 MiB. */
const cost = { N: 2 ** 15, r: 8, p: 1 } as const;
const maxmem = 64 * 1024 * 1024;

/** A secret encrypted with a passphrase. All strings are base64url. */
export interface PassphraseBox {
  readonly kdf: 'scrypt';
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** Salt of scrypt, shared by the boxes of one state directory so that one derivation opens all. */
  readonly salt: string;
  /** Salt of the key of this one box. */
  readonly boxSalt: string;
  readonly cipher: 'aes-256-gcm';
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag: string;
}

/** Derived keys of this process by salt and passphrase. */
const derived = new Map<string, Buffer>();

function boxKey(passphrase: string, salt: string, boxSalt: string, purpose: string): Buffer {
  const normal = passphrase.normalize('NFKC');
  const cachedKey = derived.get(`${salt} ${normal}`);
  const master = cachedKey ?? scryptSync(normal, Buffer.from(salt, 'base64url'), 32, { ...cost, maxmem });
  derived.set(`${salt} ${normal}`, master);
  return Buffer.from(hkdfSync('sha256', master, Buffer.from(boxSalt, 'base64url'), `agent-id/${purpose}`, 32));
}

/**
 * Encrypts a text.
 * @param purpose kind of the secret; a box opens only with its own purpose
 * @param salt salt of another box of the same state directory, to share its derivation
 */
export function sealBox(passphrase: string, purpose: string, text: string, salt?: string): PassphraseBox {
  const shared = salt ?? randomBytes(16).toString('base64url');
  const boxSalt = randomBytes(16).toString('base64url');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', boxKey(passphrase, shared, boxSalt, purpose), iv);
  cipher.setAAD(Buffer.from(purpose));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
  return {
    kdf: 'scrypt',
    ...cost,
    salt: shared,
    boxSalt,
    cipher: 'aes-256-gcm',
    iv: iv.toString('base64url'),
    ciphertext,
    tag: cipher.getAuthTag().toString('base64url'),
  };
}

/** Tests the form of a box. Other scrypt parameters are refused, so that a file cannot demand more work. */
export function isBox(value: unknown): value is PassphraseBox {
  if (!isJsonObject(value) || value['kdf'] !== 'scrypt' || value['cipher'] !== 'aes-256-gcm') return false;
  if (value['N'] !== cost.N || value['r'] !== cost.r || value['p'] !== cost.p) return false;
  return ['salt', 'boxSalt', 'iv', 'ciphertext', 'tag'].every((name) => typeof value[name] === 'string');
}

/**
 * Decrypts a box.
 * @throws Failure passphrase_required, wrong_passphrase
 */
export function openBox(passphrase: string | undefined, purpose: string, box: PassphraseBox): string {
  if (passphrase === undefined) {
    throw new Failure(
      'passphrase_required',
      'This identity is encrypted with a passphrase. Set AGENT_ID_PASSPHRASE or AGENT_ID_PASSPHRASE_FILE.',
    );
  }
  try {
    const key = boxKey(passphrase, box.salt, box.boxSalt, purpose);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.iv, 'base64url'), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(Buffer.from(box.tag, 'base64url'));
    const ciphertext = Buffer.from(box.ciphertext, 'base64url');
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new Failure('wrong_passphrase', 'The passphrase does not decrypt this identity. Check AGENT_ID_PASSPHRASE.');
  }
}
