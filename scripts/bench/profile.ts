import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { flameGraph } from './flame-graph.ts';
import { type CpuProfile, startProfiler } from './profiler.ts';

/** Profiles the processor time of some work. */
export type Profile = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Profiles {
  /** How a process starts that is profiled later. */
  readonly nodeOptions: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Profiles a process, by default this one, into `<name>.cpuprofile`, which the developer tools of browsers and speedscope open,
   * and `<name>.svg`. Of several rounds the last one stays.
   */
  readonly of: (name: string, pid?: number) => Profile;
}

const [timeout, pollInterval] = [20_000, 50];

/** Creates profiles in a directory, which is created when missing. */
export function createProfiles(directory: string): Profiles {
  mkdirSync(directory, { recursive: true });
  const written = resolve(directory, 'unnamed.cpuprofile');
  const signal = async (pid: number): Promise<string> => {
    rmSync(written, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (let waited = 0; waited < timeout && !existsSync(written); waited += pollInterval) await delay(pollInterval);
    if (!existsSync(written)) throw new Error(`Process ${pid} wrote no profile within ${timeout / 1000} s.`);
    const text = readFileSync(written, 'utf8');
    rmSync(written);
    return text;
  };
  const startOther = async (pid: number): ReturnType<typeof startProfiler> => {
    await signal(pid);
    return async (): Promise<CpuProfile> => JSON.parse(await signal(pid));
  };
  return {
    nodeOptions: ['--import', join(import.meta.dirname, 'profile-on-signal.ts')],
    env: { PROFILE_FILE: written },
    of: (name, pid) => async (work) => {
      const stop = await (pid === undefined ? startProfiler() : startOther(pid));
      const result = await work();
      const profile = await stop();
      writeFileSync(join(directory, `${name}.cpuprofile`), JSON.stringify(profile));
      writeFileSync(join(directory, `${name}.svg`), flameGraph(profile, name.toUpperCase()));
      return result;
    },
  };
}
