import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../shared/failure.ts';
import { type Git, gitFor, runGit, tryGit } from './git.ts';
import { notesRef, readNote } from './notes.ts';
import { resolveCommit, type VerifiedCommit, verifyAgentCommit, type VerifyOptions } from './verify-agent-commit.ts';
import type { CommandHost } from '../shared/host.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { decodeInput, readInputFile } from '../shared/named-files.ts';
import { toJsonText } from '../shared/json.ts';
import { resolveSsoBaseUrl } from '../shared/provider/provider.ts';
import { ownIssuer } from '../shared/evidence/provider-trust.ts';
import { connectSso } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';

export type CommitResult =
  | (VerifiedCommit & { readonly ok: true })
  | { readonly ok: false; readonly commit: string; readonly error: string; readonly code: string }
  | { readonly ok: true; readonly commit: string; readonly skipped: true };

/** Whether a commit presents itself as one of an agent: by a trailer anywhere, its committer, or a note. */
async function claimsAgent(git: Git, commit: string, notes: string | undefined): Promise<boolean> {
  const { stdout } = await tryGit(git, ['cat-file', 'commit', commit]);
  const text = stdout.toString('utf8');
  if (/^agent-id-(?:jkt|owner)\s*:/im.test(text) || /^committer .*<agent-[^>]*@agent-id\.local>/m.test(text))
    return true;
  return (await readNote(git, commit, notes)) !== undefined;
}

/**
 * Lists the commits of `A..B`, oldest first.
 * @throws Failure invalid_flag, unknown_commit
 */
export async function commitsOfRange(host: CommandHost, range: string): Promise<readonly string[]> {
  const [, from, to] = /^(.+?)\.\.([^.].*)?$/.exec(range) ?? [];
  if (from === undefined || range.includes('...'))
    throw new Failure('invalid_flag', `--range accepts two revisions as A..B, not "${range}".`);
  const git = gitFor(host.cwd, host.env);
  const [start, end] = [await resolveCommit(git, from), await resolveCommit(git, to ?? 'HEAD')];
  return (await runGit(git, ['rev-list', '--reverse', `${start}..${end}`])).split('\n').filter(Boolean);
}

export async function verifyCommits(
  host: CommandHost,
  commits: readonly string[],
  options: Omit<VerifyOptions, 'commit'>,
  policy: CommitPolicy,
) {
  const git = gitFor(host.cwd, host.env);
  const results: CommitResult[] = [];
  for (const commit of commits) {
    if (policy.require === 'signed' && !(await claimsAgent(git, commit, options.notes))) {
      results.push({ ok: true, commit, skipped: true });
      continue;
    }
    try {
      const verified = await verifyAgentCommit(host, { ...options, commit });
      checkExpected(verified, policy);
      results.push({ ok: true, ...verified });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      results.push({ ok: false, commit, error: error.message, code: error.code });
    }
  }
  const failed = results.filter(({ ok }) => !ok).length;
  const skipped = results.filter((one) => 'skipped' in one).length;
  const expects = policy.owners.length + policy.jkts.length > 0;
  return {
    ok: failed === 0,
    verified: results.length - failed - skipped,
    skipped,
    failed,
    ownerExpected: expects ? results.every((one) => one.ok || one.code !== 'owner_not_expected') : null,
    commits: results,
  };
}

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

const isNull = (hash: string): boolean => /^0+$/.test(hash);

/** Parses the input of a pre-receive hook (githooks(5)): lines of old value, new value and ref. */
export async function pushedCommits(host: CommandHost, input: string) {
  const git = gitFor(host.cwd, host.env);
  const updates = input
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap(([old = '', next = '', ref = '']) => (ref === '' ? [] : [{ old, next, ref }]));
  const commits = new Set<string>();
  for (const { next, ref } of updates) {
    if (ref.startsWith('refs/notes/') || isNull(next)) continue;
    const listed = await runGit(git, ['rev-list', '--reverse', next, '--not', '--all']);
    for (const commit of listed.split('\n').filter(Boolean)) commits.add(commit);
  }
  const notes = updates.find(({ ref, next }) => ref === notesRef && !isNull(next))?.next;
  return { commits: [...commits], notes };
}

/**
 * Keeps the signing-key history of the provider of this identity in the git directory, for --jwks-history.
 * @returns its path; null without a bound identity, or when the provider cannot be read
 */
export async function keepJwksHistory(git: Git, dir: StateDir, host: CommandHost): Promise<string | null> {
  const issuer = await ownIssuer(dir, host);
  if (issuer === undefined) return null;
  try {
    const response = await connectSso(resolveSsoBaseUrl(issuer, {})).getJwksHistory();
    if (response.status !== 200) throw new Failure('provider_failed', `The provider answered HTTP ${response.status}.`);
    const common = (await runGit(git, ['rev-parse', '--git-common-dir'])).trim();
    const folder = join(resolve(git.cwd, common), 'agent-id');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'jwks-history.json');
    writeFileSync(`${path}.tmp`, toJsonText({ keys: response.body.keys }));
    renameSync(`${path}.tmp`, path);
    return path;
  } catch (error) {
    host.log(
      `warning: the history of signing keys was not kept: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}
