import { defineCommand } from '../../shared/command/command.ts';
import { policyFlags, policyOf } from '../policy-flags.ts';

export const hookPreReceiveCommand = defineCommand({
  name: 'hook pre-receive',
  summary:
    'Refuse a push with commits that break a policy. Reads the updates from stdin as git passes them to the hook.',
  output: 'ok, verified, skipped, failed, ownerExpected, commits [{ok, commit, …}]. Exit code 1 when ok is false',
  flags: policyFlags,
  run: async ({ flags, dir, host }) => {
    const { readInput } = await import('../../shared/named-files.ts');
    const { pushedCommits } = await import('../pushed-commits.ts');
    const { verifyCommits } = await import('../verify-range.ts');
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
