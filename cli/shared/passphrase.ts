import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from './failure.ts';
import type { CommandHost } from './command.ts';

/**
 * The passphrase that protects secrets at rest: AGENT_ID_PASSPHRASE, else the content of the file that
 * AGENT_ID_PASSPHRASE_FILE names, without one trailing newline. Undefined when neither is set.
 */
export function readPassphrase({ env, cwd }: Pick<CommandHost, 'env' | 'cwd'>): string | undefined {
  if (env['AGENT_ID_PASSPHRASE']) return env['AGENT_ID_PASSPHRASE'];
  const file = env['AGENT_ID_PASSPHRASE_FILE'];
  if (!file) return undefined;
  const passphrase = readFileSync(resolve(cwd, file), 'utf8').replace(/\r?\n$/, '');
  if (passphrase === '') throw new Failure('invalid_passphrase', `The passphrase file ${file} is empty.`);
  return passphrase;
}
