import { execFileSync } from 'node:child_process';
import { cleanEnv } from './executables.ts';

/** Runs git in a directory without user configuration. @returns its trimmed output */
export function git(cwd: string, ...args: readonly string[]): string {
  return gitWithInput(cwd, '', ...args).trim();
}

/** Like git, with stdin and untrimmed output. */
export function gitWithInput(cwd: string, input: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd,
    input,
    encoding: 'utf8',
    env: cleanEnv(cwd),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Creates a repository with branch main and a configured user. */
export function initRepo(path: string): string {
  git(path, 'init', '-q', '-b', 'main');
  git(path, 'config', 'user.name', 'Ada Author');
  git(path, 'config', 'user.email', 'ada@example.org');
  return path;
}
