import { commitDigest, requestAttestation, requireLiveSession } from '../shared/evidence/attestation.ts';
import { agentCommitter, commitIdentity, type Git, gitFor, readHead, runGit } from './git.ts';
import { appendOperation, ownerReference } from '../shared/audit-trail/audit-trail.ts';
import { attachNote, encodeBundle } from './notes.ts';
import { Failure } from '../shared/failure.ts';
import { type Keypair, requireKeypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import {
  boundJkt,
  noOwnerSession,
  type OwnerSession,
  readOwnerSession,
  sessionNotDpopBound,
} from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { ensureSshFiles, hasUserAccount } from './ssh-files.ts';
import { withSigningAgent, withSigningProgram } from './ssh-signing.ts';
import { addTrailers, parseCommitObject, readTrailers, requireTrailers, type Trailer } from './commit-object.ts';
import type { CommandHost } from '../shared/host.ts';

export interface CreatedCommit {
  readonly git: Git;
  readonly commitHash: string;
  readonly jkt: string;
  readonly proofAttached: boolean;
  readonly attested: boolean;
  /** Empty when the commit was not logged. */
  readonly audit: { readonly auditSeq?: number; readonly signatureShort?: string };
}

async function logCommit(
  dir: StateDir,
  host: CommandHost,
  keypair: Keypair,
  session: OwnerSession,
  commitHash: string,
): Promise<CreatedCommit['audit']> {
  try {
    const operation = { agentId: 'main', type: 'git', action: 'commit', payload: { commitHash }, meta: null };
    const owner = ownerReference(session, keypair.jkt);
    const { seq, signature } = await appendOperation(dir, keypair, owner, operation, Math.floor(host.now() / 1000));
    return { auditSeq: seq, signatureShort: signature.slice(0, 16) };
  } catch (error) {
    // The commit exists; a logging error must not report it as failed.
    host.log(`warning: the commit was not logged: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
}

/** Has the provider attest a commit. @returns undefined when it did not */
async function attestCommit(
  host: CommandHost,
  keypair: Keypair,
  session: OwnerSession,
  commitHash: string,
): Promise<string | undefined> {
  try {
    return await requestAttestation(host, keypair, session, commitDigest(commitHash), 'commit');
  } catch (error) {
    // The commit exists; without an attestation it is still signed.
    host.log(`warning: the commit was not attested: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/**
 * Chooses who signs: ssh-keygen, which reads a plain key itself; otherwise an SSH agent in this process, through
 * ssh-keygen or, for a user without an account, through this executable.
 */
function signedBy(
  keypair: Keypair,
  privateKeyPath: string | null,
  create: (program?: string, socket?: string) => Promise<string>,
): Promise<string> {
  if (!hasUserAccount()) return withSigningProgram(keypair, (socket, program) => create(program, socket));
  if (privateKeyPath !== null && keypair.passphraseSalt === undefined) return create();
  return withSigningAgent(keypair, (socket) => create(undefined, socket));
}

export interface CommitOptions {
  readonly allowEmpty: boolean;
  /** Whether the commit takes the place of HEAD, with the same content. */
  readonly replacesHead: boolean;
}

/**
 * Creates a signed commit with provenance trailers, attaches its bundle as a note, and logs it.
 * @throws Failure no_agent_keypair, no_owner_session, session_not_dpop_bound, authorization_revoked, git_failed, bad_message, commit_altered
 */
export async function commitAsAgent(
  dir: StateDir,
  host: CommandHost,
  message: string,
  options: CommitOptions,
): Promise<CreatedCommit> {
  const passphrase = readPassphrase(host);
  const keypair = requireKeypair(dir, passphrase);
  const stored = await readOwnerSession(dir, passphrase);
  if (!stored) throw noOwnerSession();
  const { jkt } = keypair;
  if (boundJkt(stored.idToken) !== jkt) throw sessionNotDpopBound();
  if (!/^[\x21-\x7e]{1,256}$/.test(stored.ownerSub))
    throw new Failure('bad_owner', 'The owner of the session cannot be written in a trailer.');

  const committer = agentCommitter(jkt);
  // The post-commit hook, which git runs for this commit too, need not make the agent's own commit anew.
  const env = { ...host.env, AGENT_ID_COMMITS: undefined };
  const plain = gitFor(host.cwd, env);
  const trailers = [
    { name: 'Agent-ID-JKT', value: jkt },
    { name: 'Agent-ID-Owner', value: stored.ownerSub },
    { name: 'Co-Authored-By', value: `${committer.name} <${committer.email}>` },
  ];
  // git works while the provider is asked; its failure is reported after that of the provider.
  const prepared = Promise.all([addTrailers(plain, message, trailers), commitIdentity(plain, committer)]);
  prepared.catch(() => undefined);
  // Before anything is committed: a revoked agent makes no commit.
  const live = await requireLiveSession(dir, host, keypair, stored, passphrase);
  const session = live ?? stored;
  const [text, identity] = await prepared;
  const files = await withLock(dir, () => ensureSshFiles(dir, keypair, host));
  const git = gitFor(host.cwd, env, identity);
  const create = (program = 'ssh-keygen', socket?: string) =>
    createCommit(
      socket === undefined ? git : { ...git, env: { ...git.env, SSH_AUTH_SOCK: socket } },
      { keyPath: files.privateKeyPath ?? files.publicKeyPath, program },
      text,
      trailers,
      options,
    );
  const commitHash = await signedBy(keypair, files.privateKeyPath, create);
  const attestation = live && (await attestCommit(host, keypair, live, commitHash));
  const bundle = {
    id_token: session.idToken,
    agent_jwk: keypair.jwk,
    ...(attestation !== undefined && { attestation }),
  };
  const refused = await attachNote(git, commitHash, encodeBundle(bundle));
  if (refused !== undefined) host.log(`warning: the proof could not be attached: ${refused}`);
  const audit = await logCommit(dir, host, keypair, session, commitHash);
  const proofAttached = refused === undefined;
  return { git, commitHash, jkt, proofAttached, attested: proofAttached && attestation !== undefined, audit };
}

/** What git signs with. */
interface CommitSigning {
  /** A private key, or a public one that an SSH agent serves. */
  readonly keyPath: string;
  /** Program with the arguments of ssh-keygen. */
  readonly program: string;
}

/** Commits the index. @returns the full hash of the new commit */
async function commitStaged(git: Git, settings: readonly string[], message: string, allowEmpty: boolean) {
  const flags = ['--cleanup=whitespace', '--no-edit', ...(allowEmpty ? ['--allow-empty'] : [])];
  const output = await runGit(git, [...settings, 'commit', '-S', ...flags, '-F', '-'], message);
  // "[branch (root-commit) <hash>] subject" names the new commit even when another process moves HEAD.
  return /^\[.+ ([0-9a-f]{40,64})\] /m.exec(output)?.[1] ?? (await runGit(git, ['rev-parse', 'HEAD'])).trim();
}

/**
 * Makes the commit of HEAD anew, with the same author and content: `git commit --amend` refuses while git picks or
 * rebases, when the post-commit hook runs too.
 * @returns the full hash of the new commit
 */
async function replaceHead(git: Git, settings: readonly string[], message: string): Promise<string> {
  const fields = (await readHead(git, '%H%n%T%n%P%n%an%n%ae%n%ad%n%s')).split('\n');
  const [head = '', tree = '', parents = '', name = '', email = '', date = '', subject = ''] = fields;
  const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: `@${date}` };
  const parentFlags = parents.split(' ').flatMap((parent) => (parent === '' ? [] : ['-p', parent]));
  const create = [...settings, 'commit-tree', '-S', ...parentFlags, tree];
  const hash = (await runGit({ ...git, env: { ...git.env, ...author } }, create, message)).trim();
  await runGit(git, ['update-ref', '-m', `commit (amend): ${subject}`, 'HEAD', hash, head]);
  return hash;
}

/**
 * Commits the staged changes, signed with the agent's SSH key. The signing settings apply to this call only and override
 * the user's own signer.
 * @returns the full hash of the new commit
 * @throws Failure git_failed, commit_altered
 */
async function createCommit(
  git: Git,
  { keyPath, program }: CommitSigning,
  message: string,
  trailers: readonly Trailer[],
  { allowEmpty, replacesHead }: CommitOptions,
): Promise<string> {
  const settings = [
    'gpg.format=ssh',
    `gpg.ssh.program=${program}`,
    `user.signingkey=${keyPath}`,
    'core.abbrev=no',
    'commit.verbose=false',
  ].flatMap((setting) => ['-c', setting]);
  const hash = replacesHead
    ? await replaceHead(git, settings, message)
    : await commitStaged(git, settings, message, allowEmpty);
  const commit = parseCommitObject(Buffer.from(await runGit(git, ['cat-file', 'commit', hash])));
  try {
    // Trailers are read again only when a hook changed the message.
    const unchanged = commit.message.trimEnd() === message.trimEnd();
    if (!unchanged) requireTrailers(await readTrailers(git, commit.message), trailers);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('commit_altered', `A hook changed the commit: ${error.message} It cannot be proven.`, {
      commitHash: hash,
    });
  }
  if (commit.signatures.length !== 1) {
    throw new Failure('commit_altered', 'The new commit has no signature. It cannot be proven.', {
      commitHash: hash,
    });
  }
  return hash;
}
