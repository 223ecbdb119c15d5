/**
 * Loaded with `--import` into a measured process: SIGUSR2 starts a profile of its processor time, and the next one ends it.
 * PROFILE_FILE receives an empty text when the profile has started, and the profile at its end.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { startProfiler } from './profiler.ts';

const file = process.env['PROFILE_FILE'] ?? 'profile.cpuprofile';
let running: ReturnType<typeof startProfiler> | undefined;

/** Renamed when complete, so that a reader never sees a part. */
function write(text: string): void {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}

process.on('SIGUSR2', () => {
  const ending = running;
  running = ending === undefined ? startProfiler() : undefined;
  void running?.then(() => write(''));
  void ending?.then(async (stop) => write(JSON.stringify(await stop())));
});
