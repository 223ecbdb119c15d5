/**
 * Loaded with `--import` into a measured process: the first SIGUSR2 starts the CPU profiler of V8, the second writes the
 * profile to PROFILE_FILE, and so on. A measurement thereby profiles its load without the start of the process.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
/** Microseconds between two samples. */
await session.post('Profiler.setSamplingInterval', { interval: 200 });

let running = false;
process.on('SIGUSR2', () => {
  running = !running;
  if (running) void session.post('Profiler.start');
  else void write();
});

async function write(): Promise<void> {
  const { profile } = await session.post('Profiler.stop');
  const file = process.env['PROFILE_FILE'] ?? 'profile.cpuprofile';
  // Renamed when complete, so that a reader never sees a part.
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
}
