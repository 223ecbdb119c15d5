import { Ed25519KeyError, parseEd25519Jwk, type Ed25519PublicKey } from '../../src/protocol/ed25519-key.ts';
import { commitDigest, verifyAttestation } from '../shared/evidence/attestation.ts';
import { type Bundle, decodeBundle, readNote } from './notes.ts';
import { Failure } from '../shared/failure.ts';
import { verifyOwnerToken, type AgentKeyState, type ProviderTrust } from '../shared/evidence/provider-trust.ts';
import { type CommitObject, parseCommitObject, readTrailers, type Trailer, trailerValues } from './commit-object.ts';
import { gitFor, runGit, tryGit, type Git } from './git.ts';
import { verifySshSignature } from './ssh-signing.ts';
import type { CommandHost } from '../shared/host.ts';

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
  /** Unix seconds; null without an attestation. */
  readonly attestedAt: number | null;
  readonly keyStatus: AgentKeyState['status'];
  /** Unix seconds; present when the key was stolen after the commit was attested. */
  readonly compromisedSince?: number;
  /** Keys of a helper and the agents that it helped, its own first; absent for an agent that the owner approved. */
  readonly chain?: readonly string[];
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

/** Time at which the provider attested a commit; null when it did not. */
async function attestedTime(
  trust: ProviderTrust,
  { attestation }: Bundle,
  agent: { readonly issuer: string; readonly jkt: string; readonly ownerSub: string },
  commit: string,
): Promise<number | null> {
  if (attestation === undefined) return null;
  return verifyAttestation(trust, attestation, { ...agent, digest: commitDigest(commit), purpose: 'commit' });
}

/**
 * Refuses a commit of a revoked key, unless it was attested before the revocation, or never attested and the key
 * was only rotated.
 * @throws Failure revoked_before_commit
 */
function requireNotRevoked(
  { status, revokedAt, reason }: AgentKeyState,
  commit: string,
  attestedAt: number | null,
): void {
  if (status !== 'revoked') return;
  const isLater = attestedAt !== null && revokedAt !== undefined && attestedAt * 1000 > revokedAt;
  if (!isLater && (attestedAt !== null || reason === 'rotated')) return;
  const when = revokedAt === undefined ? '' : ` on ${new Date(revokedAt).toISOString()}`;
  const text = isLater ? 'before this commit was attested' : 'and this commit was never attested';
  throw new Failure(
    'revoked_before_commit',
    `The agent key of commit ${commit.slice(0, 12)} was revoked${when}, ${text}.`,
    {
      commit,
      keyStatus: status,
      attestedAt,
    },
  );
}

/**
 * Refuses a commit by a stolen key, or by a helper of one, unless it was attested before the theft.
 * @throws Failure key_compromised
 */
function requireNotCompromised(
  { status: keyStatus, compromisedSince }: AgentKeyState,
  key: string,
  commit: string,
  attestedAt: number | null,
): void {
  if (compromisedSince === undefined || (attestedAt !== null && attestedAt * 1000 < compromisedSince)) return;
  const since = new Date(compromisedSince).toISOString();
  throw new Failure(
    'key_compromised',
    `Commit ${commit.slice(0, 12)} was signed with the key ${key}, which its owner reported stolen since ${since}, and was not attested before.`,
    { commit, keyStatus, compromisedSince: Math.floor(compromisedSince / 1000), attestedAt },
  );
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
  const { issuer, ownerSub, aud, iat, chain } = await verifyOwnerToken(options.trust, bundle.id_token, jkt);
  if (ownerSub !== claimedOwner) {
    throw new Failure('owner_mismatch', `The Agent-ID-Owner trailer names ${claimedOwner}, the id_token ${ownerSub}.`);
  }
  const attestedAt = await attestedTime(options.trust, bundle, { issuer, jkt, ownerSub }, commit);
  // A thief with the key of an agent can sign with helpers of it.
  for (const key of [jkt, ...chain.slice(1)])
    requireNotCompromised(await options.trust.keyStatus(issuer, key, ownerSub), key, commit, attestedAt);
  const state = await options.trust.keyStatus(issuer, jkt, ownerSub);
  requireNotRevoked(state, commit, attestedAt);
  const { status: keyStatus, compromisedSince } = state;
  const helped = chain.length > 0 ? `, a helper of ${chain.slice(1).join(' and ')},` : ',';
  const summary = `Commit ${commit.slice(0, 12)} was signed by agent key ${jkt}${helped} which ${issuer} bound to owner ${ownerSub}.`;
  return {
    commit,
    jkt,
    ownerSub,
    issuer,
    aud,
    iat,
    attestedAt,
    keyStatus,
    ...(compromisedSince !== undefined && { compromisedSince: Math.floor(compromisedSince / 1000) }),
    ...(chain.length > 0 && { chain }),
    summary,
  };
}
