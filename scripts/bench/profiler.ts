import { type Profiler, Session } from 'node:inspector/promises';

export type CpuProfile = Profiler.Profile;

/** Microseconds between two samples. */
const samplingInterval = 250;

/** Starts a profile of this process. @returns a function that ends it, once the profile has started */
export async function startProfiler(): Promise<() => Promise<CpuProfile>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: samplingInterval });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  };
}
