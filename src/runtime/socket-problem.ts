import { dirname } from 'node:path';
import { type System, thisSystem } from './system.ts';

/**
 * Explains that a socket of PostgreSQL cannot be reached: the system names only the path that it did not find.
 *
 * @returns undefined for another error
 */
export function socketProblem(error: unknown, system: System = thisSystem): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('syscall' in error && error.syscall === 'connect' && 'code' in error && error.code === 'ENOENT'))
    return socketProblem(error.cause, system);
  const directory = dirname(error.message.slice(error.message.indexOf('/')));
  const found = system.isDirectory(directory)
    ? `has no socket of PostgreSQL: start PostgreSQL`
    : `of PostgreSQL's socket does not exist: start PostgreSQL, which creates it`;
  return `The directory ${directory} ${found}, or correct the host of DATABASE_URL.`;
}
