import { Failure } from './failure.ts';
import { isUnwritable, withLock } from './lock.ts';
import type { StateDir } from './state-dir.ts';

const rotationUnfinished = ({ path }: StateDir): Failure =>
  new Failure(
    'rotation_unfinished',
    `A key rotation in ${path} was interrupted. Run agent-id-core status as its user, where the directory is writable.`,
  );

/**
 * Finishes an interrupted rotation before a command reads the state directory.
 * @throws Failure rotation_unfinished when it cannot be written here
 */
export async function recoverRotation(dir: StateDir): Promise<void> {
  if (dir.foreign) throw rotationUnfinished(dir);
  try {
    // Taking the lock finishes it.
    await withLock(dir, () => undefined);
  } catch (error) {
    throw isUnwritable(error) ? rotationUnfinished(dir) : error;
  }
}
