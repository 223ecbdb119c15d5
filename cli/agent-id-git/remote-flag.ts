import { Failure } from '../shared/failure.ts';
import type { Flags } from '../shared/command/flags.ts';

/** Remote of a repository. */
export const remoteFlag = (help: string) =>
  ({ remote: { type: 'string', default: 'origin', value: 'name', help } }) as const satisfies Flags;

/**
 * Refuses a remote that git would read as a flag.
 * @throws Failure invalid_flag
 */
export function parseRemote(remote: string): string {
  if (remote !== '' && !remote.startsWith('-')) return remote;
  throw new Failure('invalid_flag', `--remote accepts the name or URL of a remote, not "${remote}".`);
}
