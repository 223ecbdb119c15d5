import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../runtime/database.ts';
import { createIds } from '../runtime/ids.ts';
import { createProcessMetrics } from '../runtime/metrics.ts';
import { loadMasterKey } from '../runtime/master-key.ts';
import { migrationsCurrent } from '../runtime/migrations.ts';
import { every } from '../runtime/prune.ts';
import { createRequestIds } from '../runtime/request-ids.ts';
import { createTracedFetch, createTraceOutgoing } from '../runtime/trace-outgoing.ts';
import { createTracing, type SpanExport } from '../runtime/tracing.ts';
import type { AreaParts } from './area.ts';
import type { CheckedSettings } from './checked-settings.ts';
import { ownAdminKey } from './development-data.ts';
import { createInternalFetch } from './internal-fetch.ts';
import { type ServiceName, serviceNames } from './service-name.ts';

export interface PlatformOptions extends CheckedSettings {
  readonly services: readonly ServiceName[];
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly fetch: typeof globalThis.fetch;
}

export interface RunningPlatform {
  /** What is served where, and what to open there next. */
  readonly addresses: readonly { readonly name: ServiceName; readonly url: string; readonly hint: string }[];
  /** Turns proxies away for DRAIN_SECONDS, answers what is under way, then closes everything. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds after which the replica counts as away: the primary answers instead. */
const replicaPatience = 1_000;

/** Milliseconds between two looks at what deleted rows left behind. */
const tidyInterval = 10 * 60_000;

/** Opens the database, brings the tables up to date, and starts the services in the order of their names. */
export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const { settings, addresses, demoData, log, now, randomBytes } = options;
  const services = serviceNames.filter((name) => options.services.includes(name));
  const embedded = settings.DATABASE_URL === undefined;
  const dataDir = resolve(settings.DATA_DIR);

  // Closed in reverse: services first, the database last.
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  const stopping = new AbortController();

  try {
    // The embedded database compiles on other threads while the services are being loaded.
    const opening = openDatabase({
      databaseUrl: settings.DATABASE_URL,
      directUrl: settings.DATABASE_DIRECT_URL,
      dataDir,
      poolSize: settings.DATABASE_POOL_SIZE,
      log,
    });
    const [database, { areas }, { checkTables, updateTables }] = await Promise.all([
      opening,
      import('./areas.ts'),
      import('./table-migrations.ts'),
    ]);
    opened.push(() => database.close());
    const { DATABASE_REPLICA_URL: replicaUrl, DATABASE_POOL_SIZE: poolSize } = settings;
    const replica =
      replicaUrl === undefined
        ? undefined
        : await openDatabase({ databaseUrl: replicaUrl, poolSize, patience: replicaPatience, log });
    if (replica) opened.push(() => replica.close());
    const tidying = every(tidyInterval, () => database.tidy(), {
      onError: (error) => log.error({ err: error }, 'tidying the database failed'),
    });
    opened.push(tidying.stop);

    const parts: Omit<AreaParts, 'environment'> = {
      settings,
      addresses,
      dataDir,
      demoData,
      database,
      replica,
      masterKey: await loadMasterKey({ key: settings.MASTER_KEY, dataDir }),
      adminKey: settings.SSO_ADMIN_KEY ?? (await ownAdminKey(dataDir)),
      now,
      randomBytes,
      newId: createIds(() => now().getTime(), randomBytes),
      fetch: createInternalFetch(options.fetch, addresses, settings.INTERNAL_HOST),
    };
    const tracing = createTracing({
      randomBytes,
      now,
      ratio: settings.OTEL_TRACES_SAMPLER_ARG,
      spans: await openSpanExport(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    });
    if (tracing.spans) opened.push(tracing.spans.stop);
    const metrics = createProcessMetrics(() => database.connections());
    const newRequestId = createRequestIds(randomBytes);

    if (settings.RUN_MIGRATIONS ?? embedded)
      await updateTables(services, { database, directUrl: settings.DATABASE_DIRECT_URL, log });
    else await checkTables(services, database);

    for (const name of services) {
      const area = areas[name];
      const started = await area.start({
        ...parts,
        fetch: createTracedFetch(parts.fetch, createTraceOutgoing(name, tracing)),
        environment: {
          baseUrl: addresses[name].baseUrl,
          log,
          newRequestId,
          trustedProxies: settings.TRUSTED_PROXIES,
          rateLimit:
            settings.RATE_LIMITS === 'on'
              ? {
                  requestsPerMinute: settings.RATE_LIMIT_ADDRESS,
                  clientRequestsPerMinute: settings.RATE_LIMIT_APP,
                }
              : undefined,
          checkAnswers: settings.CHECK_ANSWERS ?? embedded,
          metrics: metrics.service(name),
          tracing,
          stopping: stopping.signal,
          ready: async () => {
            await database.ping();
            return area.migrations === undefined || migrationsCurrent(database, name, area.migrations);
          },
        },
      });
      if (started.stop) opened.push(started.stop);
      opened.push(() => started.app.close());
      await listen(started.app, settings.HOST, addresses[name].port);
    }

    return {
      addresses: services.map((name) => ({ name, url: addresses[name].baseUrl, hint: areas[name].hint })),
      stop: async () => {
        stopping.abort();
        await delay(settings.DRAIN_SECONDS * 1000);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The exporter and what it stands on are loaded only where somebody collects spans. */
async function openSpanExport(endpoint: string | undefined): Promise<SpanExport | undefined> {
  if (endpoint === undefined) return undefined;
  const { createSpanExport } = await import('../runtime/span-export.ts');
  return createSpanExport(endpoint);
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(`Port ${port} on ${host} is taken by another program. Choose another one by the *_PORT settings.`, {
      cause: error,
    });
  }
}
