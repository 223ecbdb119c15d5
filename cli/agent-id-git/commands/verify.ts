import { defineCommand } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';
import { policyFlags, policyOf } from '../policy-flags.ts';

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
      const { commitsOfRange, verifyCommits } = await import('../verify-range.ts');
      const commits = await commitsOfRange(host, flags.range);
      return { json: { ...(await verifyCommits(host, commits, options, policy)) } };
    }
    const { verifyAgentCommit } = await import('../verify-agent-commit.ts');
    const { checkExpected } = await import('../policy.ts');
    const verified = await verifyAgentCommit(host, { ...options, commit: flags.commit });
    return { json: { ok: true, ...verified, ownerExpected: checkExpected(verified, policy) } };
  },
});
