/**
 * Loaded with `--import` into a measured process: SIGUSR2 starts a profile of its processor time, and the next one writes it to
 * PROFILE_FILE.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { startProfiler } from './profiler.ts';

let stop: ReturnType<typeof startProfiler> | undefined;

process.on('SIGUSR2', () => {
  const running = stop;
  stop = running === undefined ? startProfiler() : undefined;
  void running?.().then((profile) => {
    const file = process.env['PROFILE_FILE'] ?? 'profile.cpuprofile';
    // Renamed when complete, so that a reader never sees a part.
    writeFileSync(`${file}.part`, JSON.stringify(profile));
    renameSync(`${file}.part`, file);
  });
});
