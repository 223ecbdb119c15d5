import { isJsonObject } from '../../src/protocol/json-object.ts';
import { Failure } from '../shared/failure.ts';
import { decodeInput, readInputFile } from '../shared/named-files.ts';
import type { VerifiedCommit } from './verify-agent-commit.ts';

/** Which commits of a range must be verifiable: all, or those that claim an agent. */
export type Requirement = 'all' | 'signed';

/** Whose agents may commit. Empty lists expect nothing. */
export interface CommitPolicy {
  /** Subjects of expected owners. */
  readonly owners: readonly string[];
  /** Thumbprints of expected agent keys. */
  readonly jkts: readonly string[];
  readonly trustedIssuers: readonly string[];
  readonly require: Requirement;
  /** Whether a commit must be attested by its provider. */
  readonly requireAttestation: boolean;
  /** Whether commits by helpers of agents are refused. */
  readonly refuseHelpers: boolean;
}

/**
 * Parses the value of --require.
 * @throws Failure invalid_flag
 */
export function parseRequirement(text: string): Requirement {
  if (text === 'all' || text === 'signed') return text;
  throw new Failure('invalid_flag', `--require accepts all or signed, not "${text}".`);
}

function textList(value: unknown, member: string): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((one): one is string => typeof one === 'string' && one !== '')) return value;
  throw new Failure('invalid_policy', `The member ${member} of the policy is not a list of strings.`);
}

/**
 * Reads a policy file. Unknown members are refused, so that a misspelt rule is not ignored.
 * @throws Failure unreadable_file, invalid_policy
 */
export function readPolicy(path: string, cwd: string): CommitPolicy {
  let value: unknown;
  try {
    value = JSON.parse(decodeInput('policy', readInputFile('policy', path, cwd)));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('invalid_policy', `The policy ${path} is not JSON.`);
  }
  if (!isJsonObject(value)) throw new Failure('invalid_policy', `The policy ${path} is not a JSON object.`);
  const {
    owners,
    jkts,
    trustedIssuers,
    require = 'all',
    requireAttestation = false,
    refuseHelpers = false,
    ...unknown
  } = value;
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new Failure('invalid_policy', `The policy has the unknown member ${name}.`);
  if (require !== 'all' && require !== 'signed')
    throw new Failure('invalid_policy', 'The member require of the policy is not "all" or "signed".');
  if (typeof requireAttestation !== 'boolean')
    throw new Failure('invalid_policy', 'The member requireAttestation of the policy is not true or false.');
  if (typeof refuseHelpers !== 'boolean')
    throw new Failure('invalid_policy', 'The member refuseHelpers of the policy is not true or false.');
  return {
    owners: textList(owners, 'owners'),
    jkts: textList(jkts, 'jkts'),
    trustedIssuers: textList(trustedIssuers, 'trustedIssuers'),
    require,
    requireAttestation,
    refuseHelpers,
  };
}

/**
 * Compares a verified commit with a policy.
 * @returns true, or null when nothing is expected
 * @throws Failure owner_not_expected, helper_not_expected, not_attested
 */
export function checkExpected(
  { commit, ownerSub, jkt, attestedAt, chain }: VerifiedCommit,
  { owners, jkts, requireAttestation, refuseHelpers }: CommitPolicy,
): true | null {
  const details = { commit, ownerSub, jkt };
  if (owners.length > 0 && !owners.includes(ownerSub)) {
    throw new Failure(
      'owner_not_expected',
      `Commit ${commit.slice(0, 12)} was signed by an agent of owner ${ownerSub}, which is not expected.`,
      details,
    );
  }
  if (jkts.length > 0 && !jkts.includes(jkt)) {
    throw new Failure(
      'owner_not_expected',
      `Commit ${commit.slice(0, 12)} was signed by agent key ${jkt}, which is not expected.`,
      details,
    );
  }
  if (refuseHelpers && chain !== undefined) {
    const text = `Commit ${commit.slice(0, 12)} was signed by a helper of the agent ${chain.at(-1)}, which is refused.`;
    throw new Failure('helper_not_expected', text, { ...details, chain });
  }
  if (requireAttestation && attestedAt === null) {
    const text = `Commit ${commit.slice(0, 12)} was not attested by its provider, which is required.`;
    throw new Failure('not_attested', text, details);
  }
  return owners.length + jkts.length === 0 ? null : true;
}
