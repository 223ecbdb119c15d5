/**
 * Loaded with `--import` into a measured process: SIGUSR2 collects garbage, then writes the resident memory in bytes to
 * MEMORY_FILE. The free part of the heap is subtracted: it depends on how much garbage the preparation left, and measured objects
 * that fill it would not change the resident memory.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../../src/runtime/start/system.ts';

process.on('SIGUSR2', () => {
  collectGarbage('regular');
  // Frees what finalizers of the first collection released.
  collectGarbage('regular');
  const { total_physical_size: held, used_heap_size: used } = getHeapStatistics();
  const file = process.env['MEMORY_FILE'] ?? 'memory';
  // Renamed when complete, so that a reader never sees a part.
  writeFileSync(`${file}.part`, String(process.memoryUsage.rss() - (held - used)));
  renameSync(`${file}.part`, file);
});
