import { Failure } from '../shared/failure.ts';
import type { Flags, FlagValues } from '../shared/flags.ts';
import type { CommitPolicy } from './policy.ts';

/** Flags of a policy and of the provider's keys. */
export const policyFlags = {
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
    help: 'JSON file {owners, jkts, trustedIssuers, require} instead of these flags.',
  },
  jwks: { type: 'string', value: 'path', help: 'File with the JWKS of the provider; verifies offline.' },
} as const satisfies Flags;

/**
 * Reads the policy from its flags or its file.
 * @throws Failure invalid_flag, unreadable_file, invalid_policy
 */
export async function policyOf(flags: FlagValues<typeof policyFlags>, cwd: string): Promise<CommitPolicy> {
  const { parseRequirement, readPolicy } = await import('./policy.ts');
  const { owner: owners, jkt: jkts, 'trusted-issuer': trustedIssuers, require } = flags;
  if (flags.policy === undefined) {
    return { owners, jkts, trustedIssuers, require: require === undefined ? 'all' : parseRequirement(require) };
  }
  if (owners.length + jkts.length + trustedIssuers.length > 0 || require !== undefined)
    throw new Failure('invalid_flag', 'Give --policy, or --owner, --jkt, --trusted-issuer and --require, not both.');
  return readPolicy(flags.policy, cwd);
}
