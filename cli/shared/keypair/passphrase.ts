import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../failure.ts';
import type { CommandHost } from '../host.ts';

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
