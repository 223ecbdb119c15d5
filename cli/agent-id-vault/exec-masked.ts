import { basename } from 'node:path';
import { recordBefore } from '../shared/command/command.ts';
import { Failure } from '../shared/failure.ts';
import { withoutPassphrases } from '../shared/keypair/passphrase.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { requireCredential } from './require-credential.ts';
import { type CommandStreams, runMasked } from './run-masked.ts';
import type { CommandHost } from '../shared/host.ts';

/**
 * Pairs the n-th --service with the n-th --env.
 * @throws Failure invalid_flag
 */
function pairs(services: readonly string[], names: readonly string[]): readonly (readonly [string, string])[] {
  if (services.length !== names.length) {
    const counts = `${services.length} --service and ${names.length} --env`;
    throw new Failure('invalid_flag', `Every --service needs its own --env: there are ${counts}.`);
  }
  for (const name of names) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw new Failure('invalid_flag', `--env accepts the name of an environment variable, not "${name}".`);
    if (names.indexOf(name) !== names.lastIndexOf(name))
      throw new Failure('invalid_flag', `--env ${name} is given twice, so one credential would be lost.`);
  }
  return services.map((service, index) => [service, names[index] ?? '']);
}

/** A command, and the credentials in its environment. */
export interface MaskedExecution {
  readonly services: readonly string[];
  /** The environment variable of each service. */
  readonly names: readonly string[];
  /** Program and arguments. */
  readonly command: readonly string[];
  /** The flag --audit. */
  readonly audit: boolean;
}

/**
 * Records the use of credentials and runs a command with them, its output masked.
 * @returns its exit code
 * @throws Failure missing_command, invalid_flag, no_credential, command_not_started
 */
export async function execMasked(
  dir: StateDir,
  host: CommandHost,
  { services, names, command: [command, ...args], audit }: MaskedExecution,
  streams?: CommandStreams,
): Promise<number> {
  if (command === undefined)
    throw new Failure('missing_command', 'No command given. Write it after --: exec … -- <command>.');
  const wanted = pairs(services, names);
  const credentials = wanted.map(
    ([service, name]) => [name, requireCredential(dir, host, service).credential] as const,
  );
  // Arguments of the command may be secrets, so they are not recorded.
  const payload = {
    credentials: wanted.map(([service, env]) => ({ service, env })),
    command: basename(command),
    argumentCount: args.length,
  };
  await recordBefore(dir, host, audit, { type: 'vault', action: 'exec', payload });
  const env = withoutPassphrases(host.env);
  const secrets = credentials.map(([, credential]) => credential);
  return runMasked(command, args, { ...env, ...Object.fromEntries(credentials) }, secrets, streams);
}
