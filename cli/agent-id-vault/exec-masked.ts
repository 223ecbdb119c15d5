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

/** Node.js would quote the credential in its own error. @throws Failure no_credential, credential_not_text */
function credentialForEnv(dir: StateDir, host: CommandHost, service: string): string {
  const { credential } = requireCredential(dir, host, service);
  if (!credential.includes('\0')) return credential;
  throw new Failure(
    'credential_not_text',
    `The credential of ${service} has a null byte, so it cannot be in an environment variable. Store it encoded, for example as base64.`,
  );
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
 * @throws Failure missing_command, invalid_flag, no_credential, credential_not_text, command_not_started
 */
export async function execMasked(
  dir: StateDir,
  host: CommandHost,
  { services, names, command: [command, ...args], audit }: MaskedExecution,
  streams?: CommandStreams,
): Promise<number> {
  if (command === undefined)
    throw new Failure('missing_command', 'No command given. Write it after --: exec … -- <command>.');
  if (command === '' || [command, ...args].some((word) => word.includes('\0')))
    throw new Failure('command_not_started', 'The command is empty or has a null byte, so it cannot be started.');
  const wanted = pairs(services, names);
  const credentials = wanted.map(([service, name]) => [name, credentialForEnv(dir, host, service)] as const);
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

/** Replacement of a credential in the output of a child process. */
export const mask = '<concealed by agent-id-vault>';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Length of the longest suffix of `data` that is a proper prefix of the pattern. */
function possibleStart(data: Buffer, pattern: Buffer): number {
  for (let length = Math.min(pattern.length - 1, data.length); length > 0; length--) {
    if (data.subarray(data.length - length).equals(pattern.subarray(0, length))) return length;
  }
  return 0;
}

/** All occurrences of the patterns, overlapping ones included, ordered by start. */
function occurrences(data: Buffer, patterns: readonly Buffer[]): readonly Span[] {
  const spans: Span[] = [];
  for (const pattern of patterns) {
    for (let at = data.indexOf(pattern); at !== -1; at = data.indexOf(pattern, at + 1))
      spans.push({ start: at, end: at + pattern.length });
  }
  return spans.sort((one, other) => one.start - other.start);
}

/**
 * Creates a masker, which replaces every occurrence of some texts in a byte stream, including occurrences split between chunks. Overlapping occurrences are concealed as one. It holds back only a possible start of a
 * text, so that prompts appear at once.
 */
export function createMasker(texts: readonly string[]) {
  const patterns = texts.map((text) => Buffer.from(text));
  const replacement = Buffer.from(mask);
  let held: Buffer = Buffer.alloc(0);
  /** Bytes at the start of `held` that belong to an occurrence whose mask is printed. */
  let concealed = 0;
  const print = (data: Buffer, end: number): Buffer => {
    const parts: Buffer[] = [];
    let at = concealed;
    for (const span of occurrences(data, patterns)) {
      if (span.start >= end) break;
      // An occurrence that overlaps the previous one extends its mask.
      if (span.start >= at) parts.push(data.subarray(at, span.start), replacement);
      at = Math.max(at, span.end);
    }
    if (at < end) parts.push(data.subarray(at, end));
    held = data.subarray(end);
    concealed = Math.max(0, at - end);
    return Buffer.concat(parts);
  };
  return {
    /** Accepts a chunk and returns the bytes that can be printed. */
    push: (chunk: Buffer): Buffer => {
      const data = Buffer.concat([held, chunk]);
      return print(data, data.length - Math.max(0, ...patterns.map((pattern) => possibleStart(data, pattern))));
    },
    /** Returns the remaining bytes at the end of the stream. */
    flush: () => print(held, held.length),
  };
}

/** Shortest derived form that is masked, in characters. Shorter ones occur in ordinary output. */
const minLength = 8;

/**
 * base64 of a secret at each of the three positions that it can have within other bytes, as in `Basic` credentials. The
 * characters that depend on its neighbours are left out.
 */
function base64Forms(secret: Buffer): readonly string[] {
  const alone = secret.toString('base64');
  const within = [0, 1, 2].map((offset) => {
    const bits = (offset + secret.length) * 8;
    const whole = Buffer.concat([Buffer.alloc(offset), secret])
      .toString('base64')
      .replace(/=+$/, '');
    return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
  });
  const forms = [alone, alone.replace(/=+$/, ''), ...within];
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function urlForms(secret: string): readonly string[] {
  if (!secret.isWellFormed()) return [];
  const form = encodeURIComponent(secret);
  // RFC 3986 §2.1 and application/x-www-form-urlencoded escape more, and hexadecimal digits have two cases.
  const strict = form.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [form, strict, strict.replaceAll('%20', '+').replaceAll('~', '%7E')];
  return [...forms, ...forms.map((one) => one.replace(/%../g, (escape) => escape.toLowerCase()))];
}

/**
 * Forms in which a program may print a secret: itself, each of its lines, base64, URL-encoded, hexadecimal, and as a JSON
 * string. Longest first.
 */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const lines = secret.split(/\r\n|\n|\r/).map((line) => line.trim());
  const derived = [
    ...(lines.length > 1 ? lines : []),
    ...base64Forms(bytes),
    ...urlForms(secret),
    hex,
    hex.toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
    secret.trim(),
  ];
  const forms = new Set([secret, ...derived.filter((form) => form.length >= minLength)]);
  return [...forms].sort((one, other) => other.length - one.length);
}
