import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../failure.ts';
import type { CommandHost } from '../host.ts';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { isJsonObject } from '../../../src/protocol/json-object.ts';

type PassphraseHost = Pick<CommandHost, 'env' | 'cwd'>;

function readPassphraseFile(path: string, cwd: string): string {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('invalid_passphrase', `The passphrase file ${path} cannot be read: ${reason}.`);
  }
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase === '') throw new Failure('invalid_passphrase', `The passphrase file ${path} is empty.`);
  return passphrase;
}

/**
 * The passphrase that protects secrets at rest: the content of --passphrase-file, AGENT_ID_PASSPHRASE, else the content of
 * the file that AGENT_ID_PASSPHRASE_FILE names, without one trailing newline. Undefined when none is set.
 * @throws Failure invalid_passphrase
 */
export function readPassphrase({ env, cwd }: PassphraseHost, flag?: string): string | undefined {
  if (flag !== undefined) return readPassphraseFile(flag, cwd);
  if (env['AGENT_ID_PASSPHRASE']) return env['AGENT_ID_PASSPHRASE'];
  const file = env['AGENT_ID_PASSPHRASE_FILE'];
  return file ? readPassphraseFile(file, cwd) : undefined;
}

/**
 * The content of --new-passphrase-file, else AGENT_ID_NEW_PASSPHRASE.
 * @throws Failure invalid_passphrase
 */
export function readNewPassphrase({ env, cwd }: PassphraseHost, flag: string | undefined): string | undefined {
  return flag === undefined ? env['AGENT_ID_NEW_PASSPHRASE'] || undefined : readPassphraseFile(flag, cwd);
}

/** Environment for programs that are not part of the toolkit. */
export function withoutPassphrases(env: CommandHost['env']): CommandHost['env'] {
  const secret = ['AGENT_ID_PASSPHRASE', 'AGENT_ID_PASSPHRASE_FILE', 'AGENT_ID_NEW_PASSPHRASE'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.includes(name)));
}

/** Passphrases of a command that encrypts or decrypts a file. */
export interface FilePassphrases {
  /** Of the identity. */
  readonly identity: string | undefined;
  /** Of the file, in the order in which they are tried; the first one encrypts. */
  readonly file: readonly [string, ...string[]];
}

/**
 * Reads the passphrases of identity and file. Without a new passphrase both are the same.
 * @throws Failure passphrase_required, invalid_passphrase
 */
export function readFilePassphrases(
  host: PassphraseHost,
  flags: { readonly 'passphrase-file': string | undefined; readonly 'new-passphrase-file': string | undefined },
): FilePassphrases {
  const identity = readPassphrase(host, flags['passphrase-file']);
  const [first, ...more] = [readNewPassphrase(host, flags['new-passphrase-file']), identity].filter(
    (one) => one !== undefined,
  );
  if (first === undefined) {
    throw new Failure(
      'passphrase_required',
      'The file is encrypted with a passphrase. Pass --new-passphrase-file or --passphrase-file, or set AGENT_ID_NEW_PASSPHRASE or AGENT_ID_PASSPHRASE.',
    );
  }
  return { identity, file: [first, ...more] };
}

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
