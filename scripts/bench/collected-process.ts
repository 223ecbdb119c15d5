/**
 * Loaded with `--import` into a measured process: SIGUSR2 collects garbage, then writes the resident memory in bytes to
 * MEMORY_FILE, without the free part of the heap: garbage of the preparation is no memory of what is measured, and what is
 * measured must not look free because it takes the place of such garbage.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  // Frees what finalizers of the first collection released.
  collect();
  const { total_physical_size: held, used_heap_size: used } = getHeapStatistics();
  const file = process.env['MEMORY_FILE'] ?? 'memory';
  // The file exists as soon as it is complete.
  writeFileSync(`${file}.part`, String(process.memoryUsage.rss() - (held - used)));
  renameSync(`${file}.part`, file);
});
