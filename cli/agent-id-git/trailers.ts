import { Failure } from '../shared/failure.ts';
import { runGit, type Git } from './git.ts';

export interface Trailer {
  readonly name: string;
  readonly value: string;
}

/**
 * The configuration that people may have made for trailers must not decide what counts as one. A line that begins
 * with # is text like any other here, so no visible character begins a comment.
 */
const pinned = [
  'core.commentChar=\u0001',
  'trailer.separators=:',
  'trailer.where=end',
  'trailer.ifexists=addIfDifferent',
  'trailer.ifmissing=add',
].flatMap((setting) => ['-c', setting]);

/** One trailer per line; lines that are none are left out. */
function parseLines(text: string): readonly Trailer[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [{ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }];
  });
}

/** The trailers of a commit message: those of its last block, unfolded. */
export async function readTrailers(git: Git, message: string): Promise<readonly Trailer[]> {
  return parseLines(await runGit(git, [...pinned, 'interpret-trailers', '--parse', '--no-divider'], message));
}

/** Values of a trailer, whose name counts in any case. */
export const trailerValues = (trailers: readonly Trailer[], name: string): readonly string[] =>
  trailers.filter((one) => one.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value);

/** Takes lines such as `Agent-ID-JKT: …` and their continuations out of the last paragraph of a message. */
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
  // What is left may end in another block of the same kind.
  const rest = kept.length === 0 ? paragraphs : [...paragraphs, kept.join('\n')];
  return withoutOwnTrailers(rest.join('\n\n'), names);
}

/**
 * Adds trailers to a message so that each stands in it exactly once; ones of the same name that the message
 * brought along are dropped, except other people's Co-Authored-By.
 * @throws Failure bad_message
 */
export async function addTrailers(git: Git, message: string, trailers: readonly Trailer[]): Promise<string> {
  const own = trailers.map(({ name }) => name).filter((name) => name !== 'Co-Authored-By');
  const bare = withoutOwnTrailers(message.replaceAll('\r\n', '\n'), own);
  if (bare.trim() === '') throw new Failure('bad_message', 'The commit message is empty but for trailers.');
  const added = trailers.flatMap(({ name, value }) => ['--trailer', `${name}: ${value}`]);
  const rules = ['--where', 'end', '--if-exists', 'addIfDifferent', '--if-missing', 'add'];
  const args = ['interpret-trailers', '--no-divider', ...rules, ...added];
  const text = await runGit(git, [...pinned, ...args], `${bare}\n`);
  // Git put them into the last block, unless somebody configured it to do otherwise with just these names.
  requireTrailers(parseLines(text.slice(text.trimEnd().lastIndexOf('\n\n'))), trailers);
  return text;
}

/** @throws Failure bad_message unless each trailer is there exactly once with its value */
export function requireTrailers(found: readonly Trailer[], wanted: readonly Trailer[]): void {
  for (const { name, value } of wanted) {
    const values = trailerValues(found, name);
    const once = values.filter((one) => one === value).length === 1;
    if (!once || (name !== 'Co-Authored-By' && values.length !== 1)) {
      throw new Failure('bad_message', `The commit message does not carry exactly one trailer ${name}: ${value}.`);
    }
  }
}
