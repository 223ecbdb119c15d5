import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `last-resort` returns the most memory to the system. */
type Flavor = 'regular' | 'last-resort';
type Collect = (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: Flavor }) => void;

/**
 * Collects all garbage now. Blocks for about a tenth of a second. V8 alone does so only after much has been allocated: a
 * process with little load would keep what only its start needed.
 */
export function collectGarbage(flavor: Flavor): void {
  // The function exists in contexts that are created while the flag is set.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor });
}
