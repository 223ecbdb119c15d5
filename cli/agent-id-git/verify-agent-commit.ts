import { Ed25519KeyError, parseEd25519Jwk, type Ed25519PublicKey } from '../../src/protocol/ed25519-key.ts';
import { decodeBundle, type Bundle } from '../shared/bundle.ts';
import type { CommandHost } from '../shared/command.ts';
import { Failure } from '../shared/failure.ts';
import { verifyOwnerToken, type ProviderTrust } from '../shared/provider-trust.ts';
import { parseCommitObject, type CommitObject } from './commit-object.ts';
import { gitFor, runGit, tryGit, type Git } from './git.ts';
import { readNote } from './notes.ts';
import { verifySshSignature } from './sshsig.ts';
import { readTrailers, trailerValues, type Trailer } from './trailers.ts';

export interface VerifyOptions {
  readonly trust: ProviderTrust;
  readonly commit: string;
  /** Commit of notes to read instead of refs/notes/agent-id, as for a push that is not accepted yet. */
  readonly notes?: string | undefined;
}

export interface VerifiedCommit {
  readonly commit: string;
  readonly jkt: string;
  readonly ownerSub: string;
  readonly issuer: string;
  readonly aud: unknown;
  readonly iat: unknown;
  readonly summary: string;
}

/**
 * Resolves a revision to the hash of its commit.
 * @throws Failure git_failed, unknown_commit
 */
export async function resolveCommit(git: Git, revision: string): Promise<string> {
  await runGit(git, ['rev-parse', '--git-dir']);
  const { code, stdout } = await tryGit(git, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]);
  if (code === 0) return stdout.toString('utf8').trim();
  throw new Failure('unknown_commit', `There is no commit ${JSON.stringify(revision)} in this repository.`);
}

function onlyTrailer(trailers: readonly Trailer[], name: string): string {
  const [value, ...more] = trailerValues(trailers, name);
  if (value === undefined)
    throw new Failure('unsupported_commit', `The commit has no ${name} trailer; such commits are not supported.`);
  if (more.length > 0)
    throw new Failure('doubled_trailer', `The commit has ${more.length + 1} ${name} trailers; exactly one is allowed.`);
  return value;
}

function agentKey(bundle: Bundle): Ed25519PublicKey {
  try {
    return parseEd25519Jwk(bundle.agent_jwk);
  } catch (error) {
    if (error instanceof Ed25519KeyError)
      throw new Failure('bad_bundle', `The agent_jwk of the bundle is not usable: ${error.message}`);
    throw error;
  }
}

function onlySignature({ signatures }: CommitObject): string {
  const [signature, ...more] = signatures;
  if (signature === undefined) throw new Failure('bad_signature', 'The commit is not signed.');
  if (more.length > 0) throw new Failure('bad_signature', 'The commit has more than one signature.');
  return signature;
}

/**
 * Verifies the chain from a commit to its owner: SSH signature by agent_jwk, agent_jwk bound in the id_token (cnf.jkt),
 * id_token signed by a trusted provider. The trailers must agree.
 * @throws Failure with the code of the first failed check
 */
export async function verifyAgentCommit(host: CommandHost, options: VerifyOptions): Promise<VerifiedCommit> {
  const git = gitFor(host.cwd, host.env);
  const commit = await resolveCommit(git, options.commit);
  const { stdout } = await tryGit(git, ['cat-file', 'commit', commit]);
  const object = parseCommitObject(stdout);
  const trailers = await readTrailers(git, object.message);
  const claimedJkt = onlyTrailer(trailers, 'Agent-ID-JKT');
  const claimedOwner = onlyTrailer(trailers, 'Agent-ID-Owner');

  const note = await readNote(git, commit, options.notes);
  if (note === undefined) {
    throw new Failure(
      'no_bundle',
      'The commit has no proof: no note on refs/notes/agent-id. Run agent-id-git sync, or in a clone without proofs of its own: git fetch <remote> refs/notes/agent-id:refs/notes/agent-id',
    );
  }
  const bundle = decodeBundle(note);
  const { jwk, jkt } = agentKey(bundle);
  if (jkt !== claimedJkt)
    throw new Failure('jkt_mismatch', `The Agent-ID-JKT trailer names ${claimedJkt}, the bundle's key is ${jkt}.`);
  verifySshSignature(onlySignature(object), object.signedBytes, jwk);
  const { issuer, ownerSub, aud, iat } = await verifyOwnerToken(options.trust, bundle.id_token, jkt);
  if (ownerSub !== claimedOwner) {
    throw new Failure('owner_mismatch', `The Agent-ID-Owner trailer names ${claimedOwner}, the id_token ${ownerSub}.`);
  }
  const summary = `Commit ${commit.slice(0, 12)} was signed by agent key ${jkt}, which ${issuer} bound to owner ${ownerSub}.`;
  return { commit, jkt, ownerSub, issuer, aud, iat, summary };
}
