import manifest from '../../package.json' with { type: 'json' };
import {
  deletePlatformData,
  type PlatformStart,
  type RunningPlatform,
  startPlatform,
} from '../../contract-tests/fixtures/platform.ts';
import { keycloakObstacle } from './keycloak/distribution.ts';
import { type RunningKeycloak, startKeycloak } from './keycloak/server.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import type { PostgresServer } from './postgres-server.ts';

export interface BenchOptions {
  /** Number of measured rounds, and of those before them. */
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** Fraction of the full number of requests, deliveries or runs in a round. */
  readonly share: number;
  /** Fraction of the full number of rows in the big databases. */
  readonly scale: number;
}

/** Resources of measurements. `clear` stops everything in reverse order. */
export interface Workbench extends BenchOptions {
  /** Scales a number of repetitions by the options. */
  readonly times: (full: number) => number;
  /** Creates an empty database and returns its URL. Starts the PostgreSQL server on first use. */
  readonly freshDatabase: () => Promise<string>;
  /** Returns the processor time of the PostgreSQL server so far, microseconds; NaN when it is unknown. */
  readonly databaseTime: () => number;
  /** Starts the platform without what a server leaves out: no log output, responses not checked against the contract. */
  readonly platform: (start: PlatformStart) => Promise<RunningPlatform>;
  readonly peer: (...start: Parameters<typeof startChildServer>) => Promise<ChildServer>;
  /** Starts Keycloak on a database of the same server; undefined where it cannot run. */
  readonly keycloak: () => Promise<RunningKeycloak | undefined>;
  readonly onClear: (work: () => unknown) => void;
  readonly clear: () => Promise<void>;
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
  const onClear = (work: () => unknown) => void opened.push(work);
  return {
    ...options,
    say,
    onClear,
    times: (full) => Math.max(1, Math.round(full * options.share)),
    freshDatabase: server.freshDatabase,
    databaseTime: server.cpuTime,
    platform: async ({ env, ...start }) => {
      const platform = await startPlatform({ ...start, ...measuredStart(env ?? {}) });
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
      if (keycloakObstacle() !== undefined) return undefined;
      say('starting Keycloak; its first start downloads and builds it');
      const keycloak = await startKeycloak(await server.freshDatabase());
      onClear(keycloak.stop);
      return keycloak;
    },
    clear: async () => {
      for (const work of opened.splice(0).reverse()) await work();
    },
  };
}
