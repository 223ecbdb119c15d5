import { execFile } from 'node:child_process';
import { networkReason, boundedFetch } from '../shared/network/bounded-fetch.ts';
import { requireLiveSession } from '../shared/evidence/attestation.ts';
import { Failure } from '../shared/failure.ts';
import { readKeyFile } from '../shared/keypair/key-file.ts';
import { requireKeypair } from '../shared/keypair/keypair.ts';
import { readPassphrase, withoutPassphrases } from '../shared/keypair/passphrase.ts';
import { boundJkt, type OwnerSession, readOwnerSession } from '../shared/owner-session/owner-session.ts';
import { resolveProviderAddress } from '../shared/provider/provider.ts';
import { checkParents, type StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

/** Result of one check; advice is null when all is well. */
export interface DoctorCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly advice: string | null;
}

const passed = (name: string): DoctorCheck => ({ name, ok: true, advice: null });
const failed = (name: string, advice: string): DoctorCheck => ({ name, ok: false, advice });

/** Largest difference between the clocks: proofs are valid for a short time (RFC 9449 §11.1). */
const maxClockSeconds = 30;

/** First version of git that signs with SSH keys. */
const oldestGit = [2, 34] as const;

/** Runs git. @returns its output, or undefined when it fails or does not exist */
function git(host: CommandHost, args: readonly string[]): Promise<string | undefined> {
  const env = { ...withoutPassphrases(host.env), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
  return new Promise((resolve) => {
    execFile('git', args, { cwd: host.cwd, env, timeout: 20_000 }, (error, stdout, stderr) =>
      resolve(error ? undefined : `${stdout}${stderr}`.trim()),
    );
  });
}

export function checkStateDirectory(dir: StateDir): DoctorCheck {
  const name = 'state-directory';
  try {
    if (!checkParents(dir, 'x')) return failed(name, `${dir.path} does not exist yet. Run agent-id-core init or auth.`);
    return readKeyFile(dir) ? passed(name) : failed(name, 'There is no key yet. Run agent-id-core init or auth.');
  } catch (error) {
    return failed(name, error instanceof Error ? error.message : String(error));
  }
}

export async function checkGit(host: CommandHost): Promise<DoctorCheck> {
  const version = /git version (\d+)\.(\d+)/.exec((await git(host, ['--version'])) ?? '');
  if (!version) return failed('git', 'git cannot be started. Install git 2.34 or later.');
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const isOld = major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1]);
  return isOld
    ? failed('git', `git ${major}.${minor} cannot sign with SSH keys. Install 2.34 or later.`)
    : passed('git');
}

export async function checkSshKeygen(host: CommandHost): Promise<DoctorCheck> {
  // Prints usage for an unknown flag, with exit code 1; only a missing program has no output.
  const found = await new Promise<boolean>((resolve) => {
    execFile('ssh-keygen', ['-?'], { cwd: host.cwd, env: withoutPassphrases(host.env), timeout: 20_000 }, (error) =>
      resolve(!(error && 'code' in error && error.code === 'ENOENT')),
    );
  });
  return found
    ? passed('ssh-keygen')
    : failed('ssh-keygen', 'ssh-keygen cannot be started. Install OpenSSH 8.2 or later.');
}

/** Session of the agent's key; undefined when there is none or it cannot be read. */
export async function boundSession(dir: StateDir, host: CommandHost): Promise<OwnerSession | undefined> {
  try {
    const session = await readOwnerSession(dir, readPassphrase(host));
    return session && boundJkt(session.idToken) === readKeyFile(dir)?.jkt ? session : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Asks the provider whether the owner still lets the agent act; an agent without a session has nothing to ask. */
export async function checkSession(
  dir: StateDir,
  host: CommandHost,
  session: OwnerSession | undefined,
): Promise<DoctorCheck> {
  const name = 'session';
  if (!session) return passed(name);
  try {
    const passphrase = readPassphrase(host);
    await requireLiveSession(dir, host, requireKeypair(dir, passphrase), session, passphrase);
    return passed(name);
  } catch (error) {
    if (error instanceof Failure) return failed(name, error.message);
    throw error;
  }
}

/** A bound agent needs no default: refresh asks the provider of its session. */
export function checkDefaultProvider(host: CommandHost, session: OwnerSession | undefined): DoctorCheck {
  const name = 'default-provider';
  if (session) return passed(name);
  try {
    resolveProviderAddress(undefined, host);
    return passed(name);
  } catch (error) {
    return failed(name, error instanceof Failure ? error.message : String(error));
  }
}

/** Reads discovery, through the proxy if one is set, and compares the clock with the provider's. */
export async function checkProvider(baseUrl: string, host: CommandHost): Promise<readonly [DoctorCheck, DoctorCheck]> {
  let response: Response;
  try {
    response = await boundedFetch({ timeoutMs: 10_000, maxBytes: 1 << 20 })(
      `${baseUrl}/.well-known/openid-configuration`,
    );
  } catch (error) {
    const reason = error instanceof Failure ? error.message : networkReason(error);
    return [
      failed('provider', `${reason} Check --sso-url, HTTPS_PROXY, NO_PROXY and --ca-file.`),
      failed('clock', 'The clock cannot be compared while the provider cannot be reached.'),
    ];
  }
  const provider = response.ok
    ? passed('provider')
    : failed('provider', `${baseUrl} responds with HTTP ${response.status}. Check --sso-url.`);
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return [provider, failed('clock', `${baseUrl} does not tell the time.`)];
  const seconds = Math.round((host.now() - date) / 1000);
  const side = seconds > 0 ? 'ahead of' : 'behind';
  const clock =
    Math.abs(seconds) <= maxClockSeconds
      ? passed('clock')
      : failed('clock', `The clock is ${Math.abs(seconds)} s ${side} the provider's, so proofs are refused. Set it.`);
  return [provider, clock];
}

const notesRef = 'refs/notes/agent-id';

/** Compares the proofs of commits with the remote; passes outside of a repository, and without a remote. */
export async function checkNotes(host: CommandHost): Promise<DoctorCheck> {
  const name = 'notes';
  const remotes = await git(host, ['remote']);
  if (!remotes?.split('\n').includes('origin')) return passed(name);
  const local = (await git(host, ['rev-parse', '--verify', '--quiet', notesRef])) ?? '';
  const listed = await git(host, ['ls-remote', 'origin', notesRef]);
  if (listed === undefined) return failed(name, 'The remote origin cannot be read, so proofs cannot be compared.');
  const remote = listed.split('\t')[0] ?? '';
  return local === remote ? passed(name) : failed(name, 'Proofs differ from those of origin. Run agent-id-git sync.');
}
