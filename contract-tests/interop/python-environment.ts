import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const requirements = join(import.meta.dirname, 'requirements.txt');

export type PythonEnvironment = { readonly python: string } | { readonly missing: string };

/** A Python with what requirements.txt names, in the user's cache and made on first use; or what this machine lacks. */
export function pythonEnvironment(env: NodeJS.ProcessEnv = process.env): PythonEnvironment {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const cache = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform', `interop-${version}`);
  const python = join(cache, 'bin', 'python');
  const complete = join(cache, 'pyvenv.cfg');
  if (existsSync(complete) && works(python, ['-c', 'import requests_oauth2client'])) return { python };

  if (!works('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']))
    return { missing: 'Python 3.9 or later: apt-get install python3' };
  if (!works('python3', ['-m', 'venv', '--clear', cache]))
    return { missing: 'the venv module of Python: apt-get install python3-venv' };
  if (works(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]))
    return { python };
  rmSync(cache, { recursive: true, force: true });
  return { missing: 'a package index that pip can reach (PyPI)' };
}

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 180_000 }).status === 0;
}
