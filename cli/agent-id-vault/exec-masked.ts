import { basename } from 'node:path';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Transform, type Writable } from 'node:stream';
import { recordBefore } from '../shared/command/command.ts';
import { Failure } from '../shared/failure.ts';
import { withoutPassphrases } from '../shared/keypair/passphrase.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { requireCredential } from './credentials.ts';
import type { CommandHost } from '../shared/host.ts';
import { createMasker, secretForms } from './masker.ts';

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

export interface MaskedExecution {
  readonly services: readonly string[];
  /** The environment variable of each service. */
  readonly names: readonly string[];
  /** Program and arguments. */
  readonly command: readonly string[];
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

function maskingStream(texts: readonly string[]): Transform {
  const masking = createMasker(texts);
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, masking.push(chunk)),
    flush: (done) => done(null, masking.flush()),
  });
}

/** Where a command reads and writes. */
interface CommandStreams {
  readonly stdin: 'inherit' | 'ignore';
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Ends the command. */
  readonly signal?: AbortSignal;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command with the given environment, by default on the streams of this process, and masks the secrets in its output.
 * @returns its exit code, or 128 plus the signal number
 * @throws Failure command_not_started
 */
function runMasked(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
  streams: CommandStreams = { stdin: 'inherit', stdout: process.stdout, stderr: process.stderr },
): Promise<number> {
  const texts = secrets.flatMap(secretForms);
  const { stdin, stdout, stderr, signal: ended } = streams;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: [stdin, 'pipe', 'pipe'] });
    // When the reader closes the pipe, the child gets SIGPIPE.
    for (const stream of [stdout, stderr]) stream.on('error', () => child.kill('SIGPIPE'));
    child.stdout.pipe(maskingStream(texts)).pipe(stdout);
    child.stderr.pipe(maskingStream(texts)).pipe(stderr);
    const forward = (signal: NodeJS.Signals): boolean => child.kill(signal);
    const end = () => child.kill('SIGKILL');
    for (const signal of signals) process.on(signal, forward);
    ended?.addEventListener('abort', end);
    const release = () => {
      for (const signal of signals) process.off(signal, forward);
      ended?.removeEventListener('abort', end);
    };
    child.on('error', (error) => {
      release();
      reject(new Failure('command_not_started', `${command} cannot be started: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
