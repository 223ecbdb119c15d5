import { fstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../shared/failure.ts';
import type { Host } from '../shared/command.ts';

/** Where `store` may take the credential from, in the order of the flags. */
export interface CredentialFlags {
  readonly file: string | undefined;
  readonly env: string | undefined;
  readonly value: string | undefined;
}

/** How long an open stdin may stay silent when --credential could be used instead. */
const silenceMs = 300;

/** The text of a file or of stdin; its final newline does not belong to the credential. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.replace(/\r?\n$/, '');
  } catch {
    throw new Failure(
      'credential_not_text',
      'The credential is not UTF-8 text and would not come back as it is; nothing was stored. Encode it first, for example as base64.',
    );
  }
}

/**
 * Everything that stdin holds, or undefined when it is a terminal, closed or empty. A pipe that nobody
 * writes to would never end: with `patience` it is given up when nothing at all arrives in that time.
 */
async function readStdin(patience: number | undefined): Promise<string | undefined> {
  let interactive: boolean;
  try {
    interactive = fstatSync(0).isCharacterDevice();
  } catch {
    return undefined;
  }
  // A terminal, or /dev/null.
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
    if (patience !== undefined) timer = setTimeout(done, patience);
  });
  clearTimeout(timer);
  stdin.destroy();
  return chunks.length === 0 ? undefined : decode(Buffer.concat(chunks));
}

async function firstSource({ file, env, value }: CredentialFlags, host: Host): Promise<string> {
  if (file !== undefined) return decode(readFileSync(resolve(host.cwd, file)));
  if (env !== undefined) {
    const found = host.env[env];
    if (found === undefined) throw new Failure('no_credential_given', `The environment variable ${env} is not set.`);
    return found;
  }
  const piped = await readStdin(value === undefined ? undefined : silenceMs);
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
 * The credential to store: --credential-file, then --credential-env, then stdin, then --credential. One
 * trailing newline of file and stdin does not belong to it.
 * @throws Failure no_credential_given, credential_not_text, empty_credential
 */
export async function readCredential(flags: CredentialFlags, host: Host): Promise<string> {
  // Whichever source wins: what stands on the command line has been seen by now.
  if (flags.value !== undefined) {
    host.note(
      'warning: --credential shows the secret in process lists and shell history; prefer stdin or --credential-file.',
    );
  }
  const credential = await firstSource(flags, host);
  if (credential === '') throw new Failure('empty_credential', 'The credential is empty; nothing was stored.');
  return credential;
}
