import { fstatSync } from 'node:fs';
import { Failure } from '../shared/failure.ts';
import { readInputFile } from '../shared/named-files.ts';
import type { CommandHost } from '../shared/host.ts';

/** Sources of the credential for `store`, by precedence. */
export interface CredentialFlags {
  readonly file: string | undefined;
  readonly env: string | undefined;
  readonly value: string | undefined;
}

/** Time to wait for data on an open stdin when --credential is given. */
const silentStdinMs = 300;

/** Decodes a file or stdin and removes one trailing newline. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.replace(/\r?\n$/, '');
  } catch {
    throw new Failure(
      'credential_not_text',
      'The credential is not UTF-8 text and could not be restored exactly; nothing was stored. Encode it first, for example as base64.',
    );
  }
}

/**
 * Reads stdin. Returns undefined when it is a terminal, closed or empty.
 * @param timeoutMs time to wait for the first data of an open pipe; undefined waits without limit
 */
async function readStdin(timeoutMs: number | undefined): Promise<string | undefined> {
  let interactive: boolean;
  try {
    interactive = fstatSync(0).isCharacterDevice();
  } catch {
    return undefined;
  }
  // A terminal or /dev/null.
  if (interactive) return undefined;
  const { stdin } = process;
  const chunks: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((done, fail) => {
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(timer);
      chunks.push(chunk);
    });
    stdin.on('end', done);
    stdin.on('error', fail);
    if (timeoutMs !== undefined) timer = setTimeout(done, timeoutMs);
  });
  clearTimeout(timer);
  stdin.destroy();
  return chunks.length === 0 ? undefined : decode(Buffer.concat(chunks));
}

async function firstSource({ file, env, value }: CredentialFlags, host: CommandHost): Promise<string> {
  if (file !== undefined) return decode(readInputFile('credential-file', file, host.cwd));
  if (env !== undefined) {
    const found = host.env[env];
    if (found === undefined) throw new Failure('no_credential_given', `The environment variable ${env} is not set.`);
    return found;
  }
  const piped = await readStdin(value === undefined ? undefined : silentStdinMs);
  if (piped !== undefined) return piped;
  if (value === undefined) {
    throw new Failure(
      'no_credential_given',
      'No credential given. Use --credential-file, --credential-env, stdin, or --credential.',
    );
  }
  return value;
}

/**
 * Reads the credential from --credential-file, --credential-env, stdin or --credential, in this order. One trailing
 * newline of a file or stdin is removed.
 * @throws Failure no_credential_given, unreadable_file, credential_not_text, empty_credential
 */
export async function readCredential(flags: CredentialFlags, host: CommandHost): Promise<string> {
  // The command line is visible even when another source is used.
  if (flags.value !== undefined) {
    host.log(
      'warning: --credential shows the secret in process lists and shell history; prefer stdin or --credential-file.',
    );
  }
  const credential = await firstSource(flags, host);
  if (credential === '') throw new Failure('empty_credential', 'The credential is empty; nothing was stored.');
  return credential;
}
