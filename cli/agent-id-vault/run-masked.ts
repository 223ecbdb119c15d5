import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Transform, type Writable } from 'node:stream';
import { Failure } from '../shared/failure.ts';
import { createMasker } from './masker.ts';
import { secretForms } from './secret-forms.ts';

function maskingStream(texts: readonly string[]): Transform {
  const masking = createMasker(texts);
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, masking.push(chunk)),
    flush: (done) => done(null, masking.flush()),
  });
}

/** Where a command reads and writes. */
export interface CommandStreams {
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
export function runMasked(
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
