import { type Profiler, Session } from 'node:inspector/promises';

export type CpuProfile = Profiler.Profile;

/** Microseconds between two samples. */
const samplingInterval = 250;

/** Starts a profile of this process. @returns a function that ends it */
export function startProfiler(): () => Promise<CpuProfile> {
  const session = new Session();
  session.connect();
  const start = async () => {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: samplingInterval });
    await session.post('Profiler.start');
  };
  const started = start();
  return async () => {
    await started;
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  };
}
