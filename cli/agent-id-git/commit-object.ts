import { Failure } from '../shared/failure.ts';
import { type Git, runGit } from './git.ts';

export interface CommitObject {
  readonly message: string;
  /** Unfolded signature headers. */
  readonly signatures: readonly string[];
  /** Signed bytes: the object without its signature headers. */
  readonly signedBytes: Buffer;
}

/** Parses a commit object (gitformat-signature, "Commit signatures"). */
export function parseCommitObject(bytes: Buffer): CommitObject {
  const end = bytes.indexOf('\n\n');
  const head = end === -1 ? bytes : bytes.subarray(0, end + 1);
  const signatures: string[] = [];
  const kept: string[] = [];
  let inSignature = false;
  // latin1 keeps every byte, whatever the encoding of the names is.
  for (const line of head.toString('latin1').split('\n').slice(0, -1)) {
    const continued = line.startsWith(' ');
    const start = /^gpgsig(?:-sha256)? (.*)$/.exec(line);
    if (start) signatures.push(start[1] ?? '');
    else if (continued && inSignature) signatures.push(`${signatures.pop() ?? ''}\n${line.slice(1)}`);
    inSignature = start !== null || (continued && inSignature);
    if (!inSignature) kept.push(`${line}\n`);
  }
  const message = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1);
  return {
    message: message.subarray(1).toString('utf8'),
    signatures,
    signedBytes: Buffer.concat([Buffer.from(kept.join(''), 'latin1'), message]),
  };
}

export interface Trailer {
  readonly name: string;
  readonly value: string;
}

/**
 * Settings that override the user's trailer configuration. A control character as comment character keeps lines that
 * begin with #.
 */
const pinnedSettings = [
  'core.commentChar=\u0001',
  'trailer.separators=:',
  'trailer.where=end',
  'trailer.ifexists=addIfDifferent',
  'trailer.ifmissing=add',
].flatMap((setting) => ['-c', setting]);

/** Parses one trailer per line and ignores other lines. */
function parseLines(text: string): readonly Trailer[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [{ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }];
  });
}

/** Reads the trailers of the last block of a commit message, unfolded. */
export async function readTrailers(git: Git, message: string): Promise<readonly Trailer[]> {
  return parseLines(await runGit(git, [...pinnedSettings, 'interpret-trailers', '--parse', '--no-divider'], message));
}

/** Returns the values of a trailer; names are case-insensitive. */
export const trailerValues = (trailers: readonly Trailer[], name: string): readonly string[] =>
  trailers.filter((one) => one.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value);

/** Removes lines such as `Agent-ID-JKT: …` and their continuations from the last paragraphs of a message. */
function withoutOwnTrailers(message: string, names: readonly string[]): string {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  const last = paragraphs.pop() ?? '';
  let dropping = false;
  const kept = last.split('\n').filter((line) => {
    const own = names.some((name) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    dropping = own || (dropping && /^[ \t]/.test(line));
    return !dropping;
  });
  if (kept.length === last.split('\n').length) return message.trimEnd();
  // The remaining message may end with another trailer block.
  const rest = kept.length === 0 ? paragraphs : [...paragraphs, kept.join('\n')];
  return withoutOwnTrailers(rest.join('\n\n'), names);
}

/**
 * Adds trailers to a message so that each occurs exactly once. Existing trailers of the same name are removed, except
 * Co-Authored-By.
 * @throws Failure bad_message
 */
export async function addTrailers(git: Git, message: string, trailers: readonly Trailer[]): Promise<string> {
  const own = trailers.map(({ name }) => name).filter((name) => name !== 'Co-Authored-By');
  const bare = withoutOwnTrailers(message.replaceAll('\r\n', '\n'), own);
  if (bare.trim() === '') throw new Failure('bad_message', 'The commit message is empty apart from trailers.');
  const added = trailers.flatMap(({ name, value }) => ['--trailer', `${name}: ${value}`]);
  const rules = ['--where', 'end', '--if-exists', 'addIfDifferent', '--if-missing', 'add'];
  const args = ['interpret-trailers', '--no-divider', ...rules, ...added];
  const text = await runGit(git, [...pinnedSettings, ...args], `${bare}\n`);
  // A configuration for these trailer names can make git put them elsewhere.
  requireTrailers(parseLines(text.slice(text.trimEnd().lastIndexOf('\n\n'))), trailers);
  return text;
}

/** @throws Failure bad_message unless each trailer is there exactly once with its value */
export function requireTrailers(found: readonly Trailer[], wanted: readonly Trailer[]): void {
  for (const { name, value } of wanted) {
    const values = trailerValues(found, name);
    const once = values.filter((one) => one === value).length === 1;
    if (!once || (name !== 'Co-Authored-By' && values.length !== 1)) {
      throw new Failure('bad_message', `The commit message does not have exactly one trailer ${name}: ${value}.`);
    }
  }
}
