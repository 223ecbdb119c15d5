import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { sql } from 'kysely';
import { startPostgres, type TemporaryPostgres } from '../../contract-tests/fixtures/postgres.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import type { Finding } from './findings.ts';
import type { Profile, Profiles } from './profile.ts';
import { cpuTimeOfTree } from './load.ts';
import { javaVersion, keycloakObstacle, keycloakVersion, type RunningKeycloak, startKeycloak } from './keycloak.ts';
import manifest from '../../package.json' with { type: 'json' };
import {
  deletePlatformData,
  type PlatformStart,
  type RunningPlatform,
  startPlatform,
} from '../../contract-tests/fixtures/platform.ts';

/** A program of `peers/` in its own process; it prints one line of JSON when it is ready. */
interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** All members of that line. */
  readonly readyMessage: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

async function startChildServer(
  peer: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ChildServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peers', `${peer}.ts`), ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const readyMessage = await readyLine(peer, child).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  return {
    url: readyMessage['url'] ?? '',
    pid: child.pid ?? NaN,
    readyMessage,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

function readyLine(peer: string, child: ChildProcess): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${peer} ended with ${code} before it was ready.`)));
    if (!child.stdout) return;
    // Some programs print other lines first.
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line) as Readonly<Record<string, string>>);
    });
  });
}

interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  readonly freshDatabase: () => Promise<string>;
  /** Returns the URL of the database that Keycloak keeps during a run: its tables are created once. */
  readonly keycloakDatabase: () => Promise<string>;
  /** Processor time so far, microseconds; NaN for a server that this program did not start, as it can be on another machine. */
  readonly cpuTime: () => number;
  readonly stop: () => Promise<void>;
}

/** Uses the server of DATABASE_URL, or starts a temporary one on first use. */
export function createPostgresServer(databaseUrl: string | undefined): PostgresServer {
  let starting: Promise<TemporaryPostgres> | undefined;
  let pid = NaN;
  const start = async () => {
    const server = await startPostgres();
    const [line] = readFileSync(join(server.directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
    pid = Number(line);
    return server;
  };
  const url = async () => databaseUrl ?? (await (starting ??= start())).url;
  const created: string[] = [];
  const asAdmin = async (statement: (name: string) => ReturnType<typeof sql>, names: readonly string[]) => {
    const admin = await openDatabase({ databaseUrl: await url(), poolSize: 1 });
    for (const name of names) await statement(name).execute(admin.db);
    await admin.close();
  };
  const freshDatabase = async () => {
    const name = `bench_${randomBytes(8).toString('hex')}`;
    await asAdmin((database) => sql`create database ${sql.id(database)}`, [name]);
    created.push(name);
    const database = new URL(await url());
    database.pathname = `/${name}`;
    return database.href;
  };
  let keycloakDatabase: Promise<string> | undefined;
  return {
    freshDatabase,
    keycloakDatabase: () => (keycloakDatabase ??= freshDatabase()),
    cpuTime: () => (Number.isNaN(pid) ? NaN : cpuTimeOfTree(pid)),
    stop: async () => {
      if (databaseUrl !== undefined) await asAdmin((name) => sql`drop database ${sql.id(name)} with (force)`, created);
      await (await starting)?.stop();
    },
  };
}

/** Packages that are measured or measure. */
const packages = ['oidc-provider', 'fastify', 'undici', 'autocannon'] as const;

/** Returns what makes a machine faster or slower than another. */
export const machineKind = (): readonly (readonly [string, string])[] => [
  ['Processor', `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`],
  ['System', `${process.platform} ${release().split('.').slice(0, 2).join('.')} ${process.arch}`],
];

/** Returns name and value of what results depend on; nothing that identifies the machine. */
export async function machineFacts(databaseUrl: string): Promise<readonly (readonly [string, string])[]> {
  return [
    ['Platform', versionOf('.')],
    [
      'Node.js',
      `${process.version.slice(1)} (V8 ${process.versions.v8}, OpenSSL ${process.versions['openssl'] ?? '–'})`,
    ],
    ['PostgreSQL', await postgresVersion(databaseUrl)],
    ['Peers', packages.map((name) => `${name} ${versionOf(`node_modules/${name}`)}`).join(', ')],
    ['Keycloak', keycloakObstacle() ?? `${keycloakVersion}, Java ${javaVersion()}`],
    ...machineKind(),
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['Load average of the last 15 minutes', loadavg()[2]?.toFixed(1) ?? 'unknown'],
  ];
}

function versionOf(folder: string): string {
  const path = join(import.meta.dirname, '..', '..', folder, 'package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

async function postgresVersion(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, poolSize: 1 });
  try {
    const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
      database.db,
    );
    return rows[0]?.version.split(' ')[0] ?? 'unknown';
  } finally {
    await database.close();
  }
}

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
  /**
   * Returns what profiles a process of {@link Workbench.platform}, or this one, while it is measured; undefined without
   * `--profile`.
   */
  readonly profile: (name: string, pid?: number) => Profile | undefined;
  /** Starts Keycloak on its database of the same server; undefined where it cannot run. */
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

export function createWorkbench(
  options: BenchOptions,
  server: PostgresServer,
  say: (text: string) => void,
  profiles?: Profiles,
): Workbench {
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
      const measured = measuredStart({ ...env, ...profiles?.env });
      const nodeOptions = [...(measured.nodeOptions ?? []), ...(profiles?.nodeOptions ?? [])];
      const platform = await startPlatform({ ...start, ...measured, nodeOptions });
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
    profile: (name, pid) => profiles?.of(name, pid),
    keycloak: async () => {
      if (keycloakObstacle() !== undefined) return undefined;
      say('starting Keycloak; its first start downloads and builds it');
      const keycloak = await startKeycloak(await server.keycloakDatabase());
      onClear(keycloak.stop);
      return keycloak;
    },
    clear: async () => {
      for (const work of opened.splice(0).reverse()) await work();
    },
  };
}

/** A measurement with its name on the command line: p1, p2 … */
export interface Measurement {
  readonly title: string;
  readonly run: (bench: Workbench) => Promise<readonly Finding[]>;
}
