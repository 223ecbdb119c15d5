import type { FastifyBaseLogger } from 'fastify';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdminServer } from '../runtime/observe/admin-server.ts';
import { type Database, openDatabase } from '../runtime/database/database.ts';
import { createIdGenerator, createRequestIdGenerator } from '../runtime/start/ids.ts';
import { listenOn } from '../runtime/start/ports.ts';
import { createProcessMetrics, type ProcessMetrics } from '../runtime/observe/metrics.ts';
import { loadMasterKey, type MasterKey } from '../runtime/start/master-key.ts';
import { migrationsCurrent } from '../runtime/database/migrations.ts';
import { repeat } from '../runtime/jobs/repeat.ts';
import { loadSodium } from '../runtime/start/ed25519-key-pair.ts';
import { setEd25519Verification } from '../protocol/ed25519.node.ts';
import {
  createRequestTracer,
  createTracedFetch,
  createTracing,
  type SpanExporter,
} from '../runtime/observe/tracing.ts';
import type { ServiceDependencies } from './platform-service.ts';
import type { LoadedSettings } from './load-settings.ts';
import { loadAdminKey } from './development-data.ts';
import { createAddressReplacement, createInternalFetch, navigationOf } from './addresses.ts';
import { defaultAdminPort } from './production.ts';
import { type ServiceName, serviceNames } from './settings.ts';

export interface PlatformOptions extends LoadedSettings {
  readonly services: readonly ServiceName[];
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly fetch: typeof globalThis.fetch;
  readonly newSigningKeyPair?: ServiceDependencies['newSigningKeyPair'];
  /** Whether this process serves its probes and metrics on ADMIN_PORT, or another process does. */
  readonly adminServer: 'own' | 'elsewhere';
  /** Opens the database instead of the one that the settings name. */
  readonly openDatabase?: () => Promise<Database>;
}

export interface RunningPlatform {
  /** Services with their addresses and hints. */
  readonly addresses: readonly { readonly name: ServiceName; readonly url: string; readonly hint: string }[];
  /** Reports not ready for DRAIN_SECONDS, finishes open requests, then closes everything. */
  readonly stop: () => Promise<void>;
  /** Whether every service is ready. */
  readonly ready: () => Promise<boolean>;
  readonly metrics: Pick<ProcessMetrics, 'values'>;
}

/** Milliseconds after which a read falls back from the replica to the primary. */
const replicaTimeout = 1_000;

/** Milliseconds between two vacuum runs. */
const vacuumInterval = 10 * 60_000;

/** Opens the database, brings the tables up to date, and starts the services in the order of their names. */
export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const { settings, maskedSettings, addresses, production, demoData, log, now, randomBytes } = options;
  const services = serviceNames.filter((name) => options.services.includes(name));
  const embedded = settings.DATABASE_URL === undefined;
  const dataDir = resolve(settings.DATA_DIR);

  // Closed in reverse: services first, the database last.
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  const stopping = new AbortController();
  setEd25519Verification(loadSodium()?.verify);

  try {
    // The embedded database compiles on other threads while the services are being loaded.
    const openNamed = () =>
      openDatabase({
        databaseUrl: settings.DATABASE_URL,
        directUrl: settings.DATABASE_DIRECT_URL,
        dataDir,
        poolSize: settings.DATABASE_POOL_SIZE,
        log,
      });
    const opening = (options.openDatabase ?? openNamed)();
    const [database, { platformServices }, { checkTables, migrateTables }] = await Promise.all([
      opening,
      import('./platform-services.ts'),
      import('./platform-services.ts'),
    ]);
    opened.push(() => database.close());
    const { DATABASE_REPLICA_URL: replicaUrl, DATABASE_POOL_SIZE: poolSize } = settings;
    const replica =
      replicaUrl === undefined
        ? undefined
        : await openDatabase({ databaseUrl: replicaUrl, poolSize, timeoutMs: replicaTimeout, log });
    if (replica) opened.push(() => replica.close());
    const vacuuming = repeat(vacuumInterval, () => database.vacuum(), {
      onError: (error) => log.error({ err: error }, 'vacuuming the database failed'),
    });
    opened.push(vacuuming.stop);

    let masterKey: Promise<MasterKey> | undefined;
    const parts: Omit<ServiceDependencies, 'environment'> = {
      settings,
      maskedSettings,
      addresses,
      dataDir,
      production,
      demoData,
      database,
      replica,
      masterKey: () => (masterKey ??= loadMasterKey({ keys: settings.MASTER_KEY, dataDir })),
      adminKey: async () => settings.SSO_ADMIN_KEY ?? loadAdminKey(dataDir),
      now,
      randomBytes,
      newId: createIdGenerator(() => now().getTime(), randomBytes),
      newSigningKeyPair: options.newSigningKeyPair,
      fetch: createInternalFetch(options.fetch, addresses, settings.INTERNAL_HOST),
    };
    const tracing = createTracing({
      randomBytes,
      now,
      ratio: settings.OTEL_TRACES_SAMPLER_ARG,
      exporter: await openSpanExport(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    });
    if (tracing.exporter) opened.push(tracing.exporter.stop);
    const navigation = navigationOf(addresses, demoData);
    const ownAddresses = createAddressReplacement(addresses);
    const metrics = createProcessMetrics(() => database.connections());
    const newRequestId = createRequestIdGenerator(randomBytes);

    if (settings.RUN_MIGRATIONS ?? embedded)
      await migrateTables(services, {
        database,
        directUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
        log,
      });
    else await checkTables(services, database);

    const probes: { readonly ready: () => Promise<boolean> }[] = [];
    for (const name of services) {
      const service = platformServices[name];
      const { migrations } = service;
      const ready = async () => {
        if (migrations === undefined) return true;
        await database.ping();
        return migrationsCurrent(database, name, migrations);
      };
      probes.push({ ready });
      const started = await service.start({
        ...parts,
        fetch: createTracedFetch(parts.fetch, createRequestTracer(name, tracing)),
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
          checkResponses: settings.CHECK_RESPONSES ?? embedded,
          metrics: metrics.service(name),
          tracing,
          stopping: stopping.signal,
          ready,
          operatorRoutes: !production,
          navigation,
          ownAddresses,
        },
      });
      if (started.stop) opened.push(started.stop);
      opened.push(() => started.app.close());
      await listenOn(started.app, settings.HOST, addresses[name].port);
    }

    const adminPort = settings.ADMIN_PORT ?? (production ? defaultAdminPort : undefined);
    if (adminPort !== undefined && options.adminServer === 'own') {
      const admin = createAdminServer({ services: probes, metrics, stopping: stopping.signal, log });
      opened.push(() => admin.close());
      await listenOn(admin, settings.ADMIN_HOST, adminPort);
    }

    return {
      ready: async () =>
        !stopping.signal.aborted && (await Promise.all(probes.map(({ ready }) => ready()))).every(Boolean),
      metrics,
      addresses: services.map((name) => ({ name, url: addresses[name].baseUrl, hint: platformServices[name].hint })),
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

/** Loads the exporter and its packages only when a collector is configured. */
async function openSpanExport(endpoint: string | undefined): Promise<SpanExporter | undefined> {
  if (endpoint === undefined) return undefined;
  const { createSpanExporter } = await import('../runtime/observe/span-exporter.ts');
  return createSpanExporter(endpoint);
}
