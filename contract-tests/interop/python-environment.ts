import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const requirements = join(import.meta.dirname, 'requirements.txt');

export type PythonEnvironment = { readonly python: string } | { readonly missing: string };

/** Returns a cached virtual environment with the packages of requirements.txt, or the program that is missing. */
export function pythonEnvironment(env: NodeJS.ProcessEnv = process.env): PythonEnvironment {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const cache = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform', `python-${version}`);
  const python = join(cache, 'bin', 'python');
  if (existsSync(join(cache, 'complete'))) return { python };

  if (run('-c', 'import sys; sys.exit(sys.version_info < (3, 9))') !== 0)
    return { missing: 'Python 3.9 or later: apt-get install python3' };
  const status = run(join(import.meta.dirname, 'make_environment.py'), cache, requirements);
  if (status === 0) return { python };
  if (status === 3) return { missing: 'the venv module of Python: apt-get install python3-venv' };
  return { missing: 'a package index that pip can reach (PyPI)' };
}

/** Runs Python. @returns its exit code */
function run(...args: readonly string[]): number | null {
  return spawnSync('python3', args, { stdio: 'ignore', timeout: 180_000 }).status;
}
