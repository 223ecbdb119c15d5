import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import {
  deletePlatformData,
  type PlatformStart,
  type RunningPlatform,
  startPlatform,
} from '../../contract-tests/fixtures/platform.ts';
import { clearProfiled, profiledEnvironment, readProfile, registerProfiled, type ProfilePart } from './profile.ts';
import { keycloakObstacle } from './keycloak/distribution.ts';
import { type RunningKeycloak, startKeycloak } from './keycloak/server.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import type { PostgresServer } from './postgres-server.ts';
import type { Rounds } from './rounds.ts';
import { type WarmUp, warmUpText } from './warm-up.ts';

export interface BenchOptions {
  /** Number of rounds after the warm-up, and the largest number of those of the warm-up. */
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** Fraction of the full number of requests, deliveries or runs in a round. */
  readonly share: number;
  /** Fraction of the full number of rows in the big databases. */
  readonly scale: number;
  /** Profiles the platform under load, which slows it down. */
  readonly profile?: boolean;
}

/** Resources of measurements. `clear` stops everything in reverse order. */
export interface Workbench extends BenchOptions, Rounds {
  /** Scales a number of repetitions by the options. */
  readonly times: (full: number) => number;
  /** Creates an empty database and returns its URL. Starts the PostgreSQL server on first use. */
  readonly freshDatabase: () => Promise<string>;
  /** Returns the processor time of the PostgreSQL server so far, microseconds; NaN when it is unknown. */
  readonly databaseTime: () => number;
  /** Starts the platform without what a server leaves out: no log output, responses not checked against the contract. */
  readonly platform: (start: PlatformStart) => Promise<RunningPlatform>;
  readonly peer: (...start: Parameters<typeof startChildServer>) => Promise<ChildServer>;
  /** Starts Keycloak on a database of the same server; undefined where it cannot run, and in a profile. */
  readonly keycloak: () => Promise<RunningKeycloak | undefined>;
  readonly onClear: (work: () => unknown) => void;
  readonly clear: () => Promise<void>;
  /** Returns where the processor time of the platforms went in their last load; undefined without `profile`. */
  readonly profiled: () => readonly ProfilePart[] | undefined;
  /** Warm-ups of all contenders so far. */
  readonly warmUps: readonly WarmUp[];
  readonly say: (text: string) => void;
}

/** Starts a platform as `npm start` does, without limits, logs and checks, which the peers do not have either. */
export function measuredStart(env: NodeJS.ProcessEnv): Pick<PlatformStart, 'nodeOptions' | 'env'> {
  const [, nodeOptions] = /^exec node (.*)src\/main\.ts$/.exec(manifest.scripts.start) ?? [];
  if (nodeOptions === undefined)
    throw new Error(`npm start is not 'exec node [options] src/main.ts': ${manifest.scripts.start}`);
  return {
    nodeOptions: nodeOptions.split(' ').filter((option) => option !== ''),
    env: { RATE_LIMITS: 'off', CHECK_RESPONSES: 'false', LOG_LEVEL: 'warn', ...env },
  };
}

export function createWorkbench(options: BenchOptions, server: PostgresServer, say: (text: string) => void): Workbench {
  const opened: (() => unknown)[] = [];
  let started = 0;
  const profiles = options.profile ? mkdtempSync(join(tmpdir(), 'profiles-')) : '';
  const warmUps: WarmUp[] = [];
  const onClear = (work: () => unknown) => void opened.push(work);
  return {
    ...options,
    say,
    onClear,
    warmUps,
    onWarm: (done) => {
      warmUps.push(...done);
      say(`rounds of the warm-up: ${warmUpText(done)}`);
    },
    times: (full) => Math.max(1, Math.round(full * options.share)),
    freshDatabase: server.freshDatabase,
    databaseTime: server.cpuTime,
    platform: async ({ env, ...start }) => {
      const file = options.profile ? join(profiles, `${started++}.cpuprofile`) : undefined;
      const platform = await startPlatform({
        ...start,
        ...measuredStart({ ...(file && profiledEnvironment(file)), ...env }),
      });
      if (file !== undefined) registerProfiled(platform.pid, file);
      // A second process shares the directory of the first one, which stops last.
      if (!start.after) onClear(() => deletePlatformData(platform));
      onClear(() => platform.stop());
      return platform;
    },
    peer: async (...start) => {
      const peer = await startChildServer(...start);
      onClear(peer.stop);
      return peer;
    },
    keycloak: async () => {
      // A profile is of the platform alone.
      if (options.profile || keycloakObstacle() !== undefined) return undefined;
      say('starting Keycloak; its first start downloads and builds it');
      const keycloak = await startKeycloak(await server.freshDatabase());
      onClear(keycloak.stop);
      return keycloak;
    },
    profiled: () => (options.profile ? readProfile() : undefined),
    clear: async () => {
      for (const work of opened.splice(0).reverse()) await work();
      clearProfiled();
      if (profiles) rmSync(profiles, { recursive: true });
    },
  };
}
