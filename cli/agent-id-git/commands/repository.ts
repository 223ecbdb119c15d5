import { defineCommand } from '../../shared/command/command.ts';
import { parseRemote, remoteFlag } from './commit.ts';
import { Failure } from '../../shared/failure.ts';
import { type Flags, type FlagValues, jwksFlags } from '../../shared/command/flags.ts';
import type { CommitPolicy } from '../verify-commits.ts';

/** Flags of a policy and of the provider's keys. */
const policyFlags = {
  owner: { type: 'string', value: 'sub', multiple: true, help: 'Expected owner of the agent.' },
  jkt: { type: 'string', value: 'thumbprint', multiple: true, help: 'Expected agent key.' },
  'trusted-issuer': {
    type: 'string',
    value: 'url',
    multiple: true,
    help: 'Trusted provider, in addition to the one of this identity.',
  },
  require: {
    type: 'string',
    value: 'all|signed',
    help: 'Commits of a range that must verify: all, or those that claim an agent.',
    defaultText: 'all',
  },
  policy: {
    type: 'string',
    value: 'path',
    help: 'JSON file {owners, jkts, trustedIssuers, require, requireAttestation, refuseHelpers} instead of these flags.',
  },
  'require-attestation': { type: 'boolean', help: 'Refuse commits that the provider did not attest.' },
  'refuse-helpers': { type: 'boolean', help: 'Refuse commits that a helper of an agent signed.' },
  ...jwksFlags,
} as const satisfies Flags;

/**
 * Reads the policy from its flags or its file.
 * @throws Failure invalid_flag, unreadable_file, invalid_policy
 */
async function policyOf(flags: FlagValues<typeof policyFlags>, cwd: string): Promise<CommitPolicy> {
  const { parseRequirement, readPolicy } = await import('../verify-commits.ts');
  const {
    owner: owners,
    jkt: jkts,
    'trusted-issuer': trustedIssuers,
    require,
    'require-attestation': requireAttestation,
    'refuse-helpers': refuseHelpers,
  } = flags;
  if (flags.policy === undefined) {
    return {
      owners,
      jkts,
      trustedIssuers,
      require: require === undefined ? 'all' : parseRequirement(require),
      requireAttestation,
      refuseHelpers,
    };
  }
  if (
    owners.length + jkts.length + trustedIssuers.length > 0 ||
    require !== undefined ||
    requireAttestation ||
    refuseHelpers
  )
    throw new Failure(
      'invalid_flag',
      'Give --policy, or --owner, --jkt, --trusted-issuer, --require, --require-attestation and --refuse-helpers, not both.',
    );
  return readPolicy(flags.policy, cwd);
}

export const setupCommand = defineCommand({
  name: 'setup',
  summary: 'Write the agent key in OpenSSH format and an allowed_signers file. The git configuration is not changed.',
  output: 'ok, privateKeyPath, publicKeyPath, allowedSignersPath, sshPublicKey, jkt; ownerSub when bound',
  flags: {},
  run: async ({ dir, host }) => {
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { withLock } = await import('../../shared/state-dir/lock.ts');
    const { ownerReference } = await import('../../shared/audit-trail/audit-trail.ts');
    const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { ensureSshFiles } = await import('../ssh-files.ts');
    const passphrase = readPassphrase(host);
    const keypair = requireKeypair(dir, passphrase);
    const { ownerSub } = ownerReference(await readOwnerSession(dir, passphrase), keypair.jkt);
    const paths = await withLock(dir, () => ensureSshFiles(dir, keypair, host));
    return { json: { ok: true, ...paths, jkt: keypair.jkt, ...(ownerSub !== null && { ownerSub }) } };
  },
});

export const syncCommand = defineCommand({
  name: 'sync',
  summary: "Fetch, merge and push the proofs of commits, and keep the provider's history of signing keys.",
  output:
    'ok, remote, fetched (proofs were added here), pushed (proofs were added to the remote), notes (their number), jwksHistory (path of the kept history, or null)',
  flags: remoteFlag('Remote to exchange proofs with.'),
  run: async ({ flags, dir, host }) => {
    const remote = parseRemote(flags.remote);
    const { commitIdentity } = await import('../git.ts');
    const { gitFor } = await import('../git.ts');
    const { keepJwksHistory } = await import('../verify-commits.ts');
    const { syncNotes } = await import('../notes.ts');
    const plain = gitFor(host.cwd, host.env);
    // Merges of notes need a committer also where none is configured.
    const identity = await commitIdentity(plain, { name: 'agent-id', email: 'agent-id@agent-id.local' });
    const git = gitFor(host.cwd, host.env, identity);
    const notes = await syncNotes(git, remote);
    const jwksHistory = await keepJwksHistory(git, dir, host);
    return { json: { ok: true, remote, ...notes, jwksHistory } };
  },
});

export const verifyCommitCommand = defineCommand({
  name: 'verify',
  summary: 'Verify the signature of a commit and the owner of its agent.',
  output:
    'ok, commit, jkt, ownerSub, issuer, aud, iat, attestedAt (Unix seconds, or null), keyStatus (active, revoked or unknown), compromisedSince (Unix seconds; absent unless the key was stolen later), chain (keys of a helper and the agents that it helped; absent without), summary, ownerExpected (true, or null without --owner, --jkt and --policy); with --range: ok, verified, skipped, failed, ownerExpected, commits [{ok, commit, …}]',
  flags: {
    commit: { type: 'string', default: 'HEAD', value: 'revision', help: 'Commit to verify.' },
    'sso-url': {
      type: 'string',
      value: 'url',
      help: 'Required issuer of the proof.',
      defaultText: 'taken from the bundle, if it is trusted',
    },
    range: { type: 'string', value: 'A..B', help: 'Verify every commit of a range instead.' },
    ...policyFlags,
  },
  run: async ({ flags, dir, host }) => {
    const { trustProviders } = await import('../../shared/evidence/provider-trust.ts');
    const { resolveSsoBaseUrl } = await import('../../shared/provider/provider.ts');
    const policy = await policyOf(flags, host.cwd);
    const ssoUrl = flags['sso-url'] === undefined ? undefined : resolveSsoBaseUrl(flags['sso-url'], host.env);
    const { trustedIssuers } = policy;
    const options = {
      trust: trustProviders(dir, host, {
        ssoUrl,
        trustedIssuers,
        jwksFile: flags.jwks,
        jwksHistoryFile: flags['jwks-history'],
      }),
    };
    if (flags.range !== undefined) {
      if (flags.commit !== 'HEAD') throw new Failure('invalid_flag', 'Give --commit or --range, not both.');
      const { commitsOfRange, verifyCommits } = await import('../verify-commits.ts');
      const commits = await commitsOfRange(host, flags.range);
      return { json: { ...(await verifyCommits(host, commits, options, policy)) } };
    }
    const { verifyAgentCommit } = await import('../verify-agent-commit.ts');
    const { checkExpected } = await import('../verify-commits.ts');
    const verified = await verifyAgentCommit(host, { ...options, commit: flags.commit });
    return { json: { ok: true, ...verified, ownerExpected: checkExpected(verified, policy) } };
  },
});

export const hookPreReceiveCommand = defineCommand({
  name: 'hook pre-receive',
  summary:
    'Refuse a push with commits that break a policy. Reads the updates from stdin as git passes them to the hook.',
  output: 'ok, verified, skipped, failed, ownerExpected, commits [{ok, commit, …}]. Exit code 1 when ok is false',
  flags: policyFlags,
  run: async ({ flags, dir, host }) => {
    const { readInput } = await import('../../shared/named-files.ts');
    const { pushedCommits } = await import('../verify-commits.ts');
    const { verifyCommits } = await import('../verify-commits.ts');
    const policy = await policyOf(flags, host.cwd);
    const { commits, notes } = await pushedCommits(host, (await readInput('stdin', '-', host.cwd)).toString('utf8'));
    const { trustProviders } = await import('../../shared/evidence/provider-trust.ts');
    const trust = trustProviders(dir, host, {
      ssoUrl: undefined,
      trustedIssuers: policy.trustedIssuers,
      jwksFile: flags.jwks,
      jwksHistoryFile: flags['jwks-history'],
    });
    const options = { trust, notes };
    const report = await verifyCommits(host, commits, options, policy);
    for (const one of report.commits) if (!one.ok) host.log(`${one.commit.slice(0, 12)}: ${one.error}`);
    return { json: { ...report } };
  },
});
