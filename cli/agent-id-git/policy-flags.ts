import { Failure } from '../shared/failure.ts';
import { type Flags, type FlagValues, jwksFlags } from '../shared/command/flags.ts';
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
export async function policyOf(flags: FlagValues<typeof policyFlags>, cwd: string): Promise<CommitPolicy> {
  const { parseRequirement, readPolicy } = await import('./policy.ts');
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
