import { execFileSync } from 'node:child_process';
import { cleanEnv } from './executables.ts';

/** Runs git in a directory, without anybody's own configuration; its output, trimmed. */
export function git(cwd: string, ...args: readonly string[]): string {
  return gitWithInput(cwd, '', ...args).trim();
}

/** Like git, with something on stdin and the output as it is. */
export function gitWithInput(cwd: string, input: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd,
    input,
    encoding: 'utf8',
    env: cleanEnv(cwd),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Makes a repository on branch main, configured for a person. */
export function initRepo(path: string): string {
  git(path, 'init', '-q', '-b', 'main');
  git(path, 'config', 'user.name', 'Ada Author');
  git(path, 'config', 'user.email', 'ada@example.org');
  return path;
}
