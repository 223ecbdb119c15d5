/**
 * Loaded with `--import` into a measured process: SIGUSR2 collects garbage, then writes the resident memory in bytes to
 * MEMORY_FILE. Without a collection, garbage of the preparation counts as memory of what is measured.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  // Frees what finalizers of the first collection released.
  collect();
  const file = process.env['MEMORY_FILE'] ?? 'memory';
  // The file exists as soon as it is complete.
  writeFileSync(`${file}.part`, String(process.memoryUsage.rss()));
  renameSync(`${file}.part`, file);
});
