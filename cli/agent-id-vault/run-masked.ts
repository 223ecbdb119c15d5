import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Transform } from 'node:stream';
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

/**
 * Runs a command with the given environment and the stdin of this process, and masks the secrets in its output.
 * @returns its exit code, or 128 plus the signal number
 * @throws Failure command_not_started
 */
export function runMasked(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): Promise<number> {
  const texts = secrets.flatMap(secretForms);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['inherit', 'pipe', 'pipe'] });
    // When the reader closes the pipe, the child gets SIGPIPE.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => child.kill('SIGPIPE'));
    child.stdout.pipe(maskingStream(texts)).pipe(process.stdout);
    child.stderr.pipe(maskingStream(texts)).pipe(process.stderr);
    const forward = (signal: NodeJS.Signals): boolean => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward);
    child.on('error', (error) => {
      reject(new Failure('command_not_started', `${command} cannot be started: ${error.message}`));
    });
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
