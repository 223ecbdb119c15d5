import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Versions that the configuration supports. */
const schemathesis = 'schemathesis==4.32.5';
const pynacl = 'pynacl==1.6.2';

/**
 * Finds the command that runs schemathesis: SCHEMATHESIS, else uvx, else a virtual environment in the user's cache,
 * created on first use.
 *
 * @returns program and first arguments
 * @throws Error that says what to install
 */
export async function findSchemathesis(env: NodeJS.ProcessEnv = process.env): Promise<readonly string[]> {
  if (env['SCHEMATHESIS'] !== undefined) return [env['SCHEMATHESIS']];
  if (works('uvx', ['--version'])) return ['uvx', '--with', pynacl, '--from', schemathesis, 'schemathesis'];

  const cache = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform', schemathesis);
  const program = join(cache, 'bin', 'schemathesis');
  if (existsSync(program)) return [program];
  const made =
    works('python3', ['-m', 'venv', cache]) &&
    works(join(cache, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', schemathesis, pynacl]);
  if (!made || !works(program, ['--version'])) {
    throw new Error(
      'schemathesis is missing: install uv, or Python 3.10 or later with venv and pip ' +
        '(apt-get install python3-venv), or set SCHEMATHESIS to its path.',
    );
  }
  return [program];
}

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
