import { type Git, runGit, tryGit } from './git.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from '../shared/json.ts';
import { Failure } from '../shared/failure.ts';

export const notesRef = 'refs/notes/agent-id';

/** Attempts of an operation that may conflict with another process. */
const noteAttempts = 6;

/** Waits longer after each attempt, with a random part, so that waiting processes spread. */
const pauseAfterAttempt = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 30 * 2 ** attempt * (0.5 + Math.random())));

/**
 * Attaches a text to a commit as a note. Retries on conflicts with other processes.
 * @returns the message of git when all attempts failed
 */
export async function attachNote(git: Git, commit: string, text: string): Promise<string | undefined> {
  let reason = '';
  for (let attempt = 0; attempt < noteAttempts; attempt++) {
    const { code, stderr } = await tryGit(git, ['notes', `--ref=${notesRef}`, 'add', '-f', '-F', '-', commit], text);
    if (code === 0) return undefined;
    reason = stderr;
    await pauseAfterAttempt(attempt);
  }
  return reason;
}

/** Reads a note from a commit of notes, whose tree may split hashes into folders of two digits. */
async function readNoteAt(git: Git, notes: string, commit: string): Promise<string | undefined> {
  for (let split = 0; split <= 4; split++) {
    const folders = Array.from({ length: split }, (_, index) => commit.slice(2 * index, 2 * index + 2));
    const path = [...folders, commit.slice(2 * split)].join('/');
    const { code, stdout } = await tryGit(git, ['cat-file', 'blob', `${notes}:${path}`]);
    if (code === 0) return stdout.toString('utf8');
  }
  return undefined;
}

/**
 * Reads the note of a commit.
 * @param notes commit of notes to read instead of the ref
 * @returns undefined when there is none
 */
export async function readNote(git: Git, commit: string, notes?: string): Promise<string | undefined> {
  if (notes !== undefined) return readNoteAt(git, notes, commit);
  const { code, stdout } = await tryGit(git, ['notes', `--ref=${notesRef}`, 'show', commit]);
  return code === 0 ? stdout.toString('utf8') : undefined;
}

/** Proof attached to a commit: the provider's statement about the owner of the agent key. */
export interface Bundle {
  readonly version: 3;
  /** JWT of the provider, bound to agent_jwk by cnf.jkt. */
  readonly id_token: string;
  readonly agent_jwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
  /** JWT of the provider that it saw the commit; readers of three members ignore it. */
  readonly attestation?: string;
}

/** Encodes a bundle as base64url JSON, the form of the git note. */
export function encodeBundle({ id_token, agent_jwk: { kty, crv, x }, attestation }: Omit<Bundle, 'version'>): string {
  const bundle = { version: 3, id_token, agent_jwk: { kty, crv, x }, attestation };
  return Buffer.from(JSON.stringify(bundle)).toString('base64url');
}

/**
 * Reads a bundle from the text of a note: base64url, or plain JSON.
 * @throws Failure bad_bundle
 */
export function decodeBundle(note: string): Bundle {
  const text = note.trim();
  const json = text.startsWith('{') ? text : Buffer.from(text, 'base64url').toString('utf8');
  const fields = parseObject(json);
  if (!fields) throw new Failure('bad_bundle', 'The note of the commit is not a bundle.');
  const { version, id_token, agent_jwk, attestation } = fields;
  if (version !== 3) throw new Failure('bad_bundle', `The bundle has version ${String(version)}; only 3 is supported.`);
  const { kty, crv, x } = isJsonObject(agent_jwk) ? agent_jwk : {};
  if (typeof id_token !== 'string' || kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') {
    throw new Failure('bad_bundle', 'The bundle has no id_token or no Ed25519 agent_jwk.');
  }
  if (attestation !== undefined && typeof attestation !== 'string')
    throw new Failure('bad_bundle', 'The attestation of the bundle is not a text.');
  return { version: 3, id_token, agent_jwk: { kty, crv, x }, ...(attestation !== undefined && { attestation }) };
}

/** Hash of a local ref; undefined when it does not exist. */
async function localRef(git: Git, ref: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(git, ['rev-parse', '--verify', '--quiet', ref]);
  return code === 0 ? stdout.toString('utf8').trim() : undefined;
}

/**
 * Value of the notes at a remote; undefined when it has none.
 * @throws Failure git_failed when the remote cannot be read
 */
async function remoteNotes(git: Git, remote: string): Promise<string | undefined> {
  const [hash] = (await runGit(git, ['ls-remote', remote, notesRef])).split('\t');
  return hash === undefined || hash === '' ? undefined : hash;
}

/**
 * Merges the notes of a remote into the local ones; the local note wins on a conflict.
 * @returns whether the remote had notes that were missing here
 * @throws Failure git_failed
 */
async function mergeRemoteNotes(git: Git, remote: string): Promise<boolean> {
  const theirs = await remoteNotes(git, remote);
  if (theirs === undefined || theirs === (await localRef(git, notesRef))) return false;
  if ((await tryGit(git, ['merge-base', '--is-ancestor', theirs, notesRef])).code === 0) return false;
  const incoming = `refs/notes/agent-id-incoming-${process.pid}`;
  await runGit(git, ['fetch', '--no-tags', '--quiet', remote, `+${notesRef}:${incoming}`]);
  try {
    await runGit(git, ['notes', `--ref=${notesRef}`, 'merge', '--quiet', '-s', 'ours', incoming]);
  } finally {
    await tryGit(git, ['update-ref', '-d', incoming]);
  }
  return true;
}

/**
 * Pushes refs together with the notes: all are updated or none. Merges the notes of the remote when they are newer.
 * @param refs refspecs to push beside the notes
 * @throws Failure git_failed
 */
async function pushWithNotes(git: Git, remote: string, refs: readonly string[]): Promise<void> {
  const atomic = refs.length > 0 ? ['--atomic'] : [];
  let reason = '';
  for (let attempt = 0; attempt < noteAttempts; attempt++) {
    const args = ['push', '--quiet', ...atomic, remote, ...refs, `${notesRef}:${notesRef}`];
    const { code, stderr } = await tryGit(git, args);
    if (code === 0) return;
    reason = stderr;
    // Without newer notes at the remote, another attempt would fail for the same reason.
    if (!(await mergeRemoteNotes(git, remote).catch(() => false))) break;
    await pauseAfterAttempt(attempt);
  }
  throw new Failure('git_failed', `git push failed: ${reason}`);
}

/**
 * Fetches and merges the notes of a remote, then pushes the result.
 * @throws Failure git_failed
 */
export async function syncNotes(git: Git, remote: string) {
  const fetched = await mergeRemoteNotes(git, remote);
  const localNotes = await localRef(git, notesRef);
  if (localNotes === undefined) return { fetched, pushed: false, notes: 0 };
  const pushed = (await remoteNotes(git, remote)) !== localNotes;
  if (pushed) await pushWithNotes(git, remote, []);
  const list = await runGit(git, ['notes', `--ref=${notesRef}`, 'list']);
  return { fetched, pushed, notes: list.split('\n').filter(Boolean).length };
}

export interface PushResult {
  readonly pushed: boolean;
  readonly notesPushed: boolean;
  readonly reason?: string;
}

const isWithoutAtomicPush = (error: Failure): boolean => error.message.includes('does not support --atomic');

/** Pushes commit and notes one after the other, to a remote without atomic pushes. */
async function pushSeparately(git: Git, remote: string, branch: string): Promise<PushResult> {
  let pushed = false;
  try {
    await runGit(git, ['push', '--quiet', remote, branch]);
    pushed = true;
    await pushWithNotes(git, remote, []);
    return { pushed, notesPushed: true };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { pushed, notesPushed: false, reason: error.message };
  }
}

/**
 * Pushes a commit to the branch of the same name, with or without an upstream, and its notes. Both arrive or neither, so
 * that a hook of the remote sees them together.
 */
export async function pushCommit(git: Git, remote: string, commit: string, withNotes: boolean): Promise<PushResult> {
  const branch = (await tryGit(git, ['symbolic-ref', '--quiet', 'HEAD'])).stdout.toString('utf8').trim();
  if (!branch.startsWith('refs/heads/')) {
    return { pushed: false, notesPushed: false, reason: 'HEAD is detached; check out a branch to push it.' };
  }
  const ref = `${commit}:${branch}`;
  try {
    if (withNotes) await pushWithNotes(git, remote, [ref]);
    else await runGit(git, ['push', '--quiet', remote, ref]);
    return { pushed: true, notesPushed: withNotes };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (withNotes && isWithoutAtomicPush(error)) return pushSeparately(git, remote, ref);
    return { pushed: false, notesPushed: false, reason: error.message };
  }
}
