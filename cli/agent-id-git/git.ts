import { spawn } from 'node:child_process';
import { Failure } from '../shared/failure.ts';
import { withoutPassphrases } from '../shared/keypair/passphrase.ts';

/** Working directory and environment of git. */
export interface Git {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  /** Trimmed. */
  readonly stderr: string;
}

/**
 * Prepares the environment of git: English messages, no prompts, no replace objects, and no passphrase, since hooks and
 * credential helpers are foreign programs.
 */
export function gitFor(cwd: string, env: Git['env'], more: Git['env'] = {}): Git {
  return {
    cwd,
    env: { ...withoutPassphrases(env), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_REPLACE_OBJECTS: '1', ...more },
  };
}

/**
 * Runs a program and returns its output and exit code.
 * @throws Failure command_not_started
 */
export function runProgram(
  program: string,
  { cwd, env }: Git,
  args: readonly string[],
  input = '',
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // A program may exit without reading its input; its exit code decides.
    child.stdin.on('error', () => child.stdin.destroy());
    child.on('error', (error) => {
      reject(new Failure('command_not_started', `${program} cannot be started: ${error.message}`));
    });
    child.on('close', (code) => {
      resolve({
        code: code ?? 1,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8').trim(),
      });
    });
    child.stdin.end(input);
  });
}

/** Runs git without checking its exit code. */
export const tryGit = (git: Git, args: readonly string[], input = ''): Promise<GitResult> =>
  runProgram('git', git, args, input);

/**
 * Runs git and returns its output.
 * @throws Failure git_failed with the message of git
 */
export async function runGit(git: Git, args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await tryGit(git, args, input);
  if (code === 0) return stdout.toString('utf8');
  const command = args.find((word, index) => !word.startsWith('-') && args[index - 1] !== '-c') ?? '';
  throw new Failure(
    'git_failed',
    `git ${command} failed: ${stderr || stdout.toString('utf8').trim() || `exit code ${code}`}`,
  );
}

const plainLog = ['-c', 'log.showSignature=false', '-c', 'i18n.logOutputEncoding=UTF-8'];

/**
 * Reads fields of HEAD by a format of git log, in UTF-8 and without the verified signatures that a user can have it print.
 * @throws Failure git_failed
 */
export const readHead = (git: Git, format: string): Promise<string> =>
  runGit(git, [...plainLog, 'log', '-1', '--date=raw', `--format=${format}`]);

/**
 * Returns the environment that makes the agent the committer. The author is the configured user of git, or the agent
 * when there is none.
 */
export async function commitIdentity(
  git: Git,
  { name, email }: AgentCommitter,
): Promise<Readonly<Record<string, string>>> {
  const committer = { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email };
  if (git.env['GIT_AUTHOR_EMAIL'] && git.env['GIT_AUTHOR_NAME']) return committer;
  const { stdout } = await tryGit(git, ['config', '--get-regexp', '^(user|author)\\.(name|email)$']);
  const configured = stdout.toString('utf8');
  return /\.name /.test(configured) && /\.email /.test(configured) ? committer : { ...committer, ...author };
}

/** Git identity of an agent key in commits, SSH principals and trailers. */
interface AgentCommitter {
  readonly name: string;
  readonly email: string;
}

/** Derives the email `agent-<jkt>@agent-id.local` and a short name for logs. */
export function agentCommitter(jkt: string): AgentCommitter {
  return { name: `agent-${jkt.slice(0, 8)}`, email: `agent-${jkt}@agent-id.local` };
}
