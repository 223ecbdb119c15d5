import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdminServer } from '../runtime/observe/admin-server.ts';
import { type Database, replicaLag } from '../runtime/database/database.ts';
import { createIdGenerator, createRequestIdGenerator } from '../runtime/start/ids.ts';
import { listenOn } from '../runtime/start/ports.ts';
import { createProcessMetrics, type ProcessMetrics, type ServiceMetrics } from '../runtime/observe/metrics.ts';
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
import type { Area } from '../typed-contract/areas.ts';
import type { AreaDependencies, ServiceDependencies } from './platform-service.ts';
import type { LoadedSettings } from './load-settings.ts';
import { loadAdminKey } from './development-data.ts';
import { createAddressReplacement, createInternalFetch, navigationOf, createLocalFetch } from './addresses.ts';
import { databasesOf, isEmbedded } from './database-settings.ts';
import { openDatabases } from './open-databases.ts';
import { defaultAdminPort } from './production.ts';
import { type ServiceName, serviceNames } from './settings.ts';

interface PlatformOptions extends LoadedSettings {
  readonly services: readonly ServiceName[];
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly fetch: typeof globalThis.fetch;
  readonly newSigningKeyPair?: ServiceDependencies['newSigningKeyPair'];
  /** Whether this process serves its probes and metrics on ADMIN_PORT, or another process does. */
  readonly adminServer: 'own' | 'elsewhere';
  /** Opens the embedded database instead of the one in DATA_DIR. */
  readonly openDatabase?: () => Promise<Database>;
}

export interface RunningPlatform {
  /** Services with their addresses and hints. */
  readonly addresses: readonly { readonly name: ServiceName; readonly url: string; readonly hint: string }[];
  /** Reports not ready for DRAIN_SECONDS, finishes open requests, then closes everything. */
  readonly stop: () => Promise<void>;
  readonly ready: () => Promise<boolean>;
  readonly metrics: Pick<ProcessMetrics, 'values'>;
}

/** Milliseconds between two vacuum runs. */
const vacuumInterval = 10 * 60_000;

/** Opens the databases, brings the tables up to date, and starts the services in the order of their names. */
export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const { settings, maskedSettings, addresses, production, demoData, log, now, randomBytes } = options;
  const services = serviceNames.filter((name) => options.services.includes(name));
  const areas = services.filter((name) => name !== 'web');
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
    const opening = openDatabases(areas, { settings, dataDir, openEmbedded: options.openDatabase, log });
    const [databases, { areaServices, platformServices, checkTables, migrateTables }] = await Promise.all([
      opening,
      import('./platform-services.ts'),
    ]);
    opened.push(databases.close);
    const vacuuming = repeat(vacuumInterval, databases.vacuum, {
      onError: (error) => log.error({ err: error }, 'vacuuming the database failed'),
    });
    opened.push(vacuuming.stop);

    const usedProofs = await openUsedProofs(settings.REDIS_URL, areas.length > 0, now);
    if (usedProofs) opened.push(async () => usedProofs.close());

    let masterKey: Promise<MasterKey> | undefined;
    const parts: Omit<ServiceDependencies, 'environment' | 'notificationsFetch'> = {
      settings,
      maskedSettings,
      addresses,
      dataDir,
      production,
      demoData,
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
    const metrics = createProcessMetrics(databases.connections);
    const newRequestId = createRequestIdGenerator(randomBytes);

    for (const { areas: names, databaseUrl, directUrl } of databasesOf(settings, areas)) {
      const [first] = names;
      if (first === undefined) continue;
      const database = databases.of(first);
      if (settings.RUN_MIGRATIONS ?? databaseUrl === undefined)
        await migrateTables({ areas: names, database, directUrl, log });
      else await checkTables(names, database);
    }

    const databasesFor = (
      area: Area,
      { gauge }: ServiceMetrics,
    ): Pick<AreaDependencies, 'database' | 'replica' | 'usedProofs'> => {
      const [database, replica] = [databases.of(area), databases.replicaOf(area)];
      if (replica)
        gauge('database_replica_lag_seconds', 'How far the read replica is behind', () =>
          replicaLag(database, replica),
        );
      return { database, replica, usedProofs };
    };

    const running = new Map<ServiceName, FastifyInstance>();
    const notificationsFetch = createLocalFetch(parts.fetch, addresses.notifications.baseUrl, () =>
      running.get('notifications'),
    );
    const probes: { readonly ready: () => Promise<boolean> }[] = [];
    for (const name of services) {
      const ready = async () => {
        if (name === 'web') return true;
        const database = databases.of(name);
        await database.ping();
        return migrationsCurrent(database, name, areaServices[name].migrations);
      };
      probes.push({ ready });
      const serviceMetrics = metrics.service(name);
      const tracer = createRequestTracer(name, tracing);
      const common: ServiceDependencies = {
        ...parts,
        fetch: createTracedFetch(parts.fetch, tracer),
        notificationsFetch: createTracedFetch(notificationsFetch, tracer),
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
          checkResponses: settings.CHECK_RESPONSES ?? isEmbedded(settings),
          metrics: serviceMetrics,
          tracing,
          stopping: stopping.signal,
          ready,
          operatorRoutes: !production,
          navigation,
          ownAddresses,
        },
      };
      const started =
        name === 'web'
          ? await platformServices.web.start(common)
          : await areaServices[name].start({ ...common, ...databasesFor(name, serviceMetrics) });
      if (started.stop) opened.push(started.stop);
      opened.push(() => {
        running.delete(name);
        return started.app.close();
      });
      await listenOn(started.app, settings.HOST, addresses[name].port);
      running.set(name, started.app);
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

/**
 * Connects to Redis, when there is one. @throws Error when it cannot be relied on, so that the services do not start
 */
async function openUsedProofs(url: string | undefined, needed: boolean, now: () => Date) {
  if (url === undefined || !needed) return undefined;
  const { connectUsedProofs } = await import('./used-proofs.ts');
  const usedProofs = await connectUsedProofs(url, () => now().getTime());
  try {
    await usedProofs.check();
  } catch (error) {
    usedProofs.close();
    throw new Error(
      `Used proofs cannot be stored in Redis (REDIS_URL): ${error instanceof Error ? error.message : ''}`,
      {
        cause: error,
      },
    );
  }
  return usedProofs;
}

/** Loads the exporter and its packages only when a collector is configured. */
async function openSpanExport(endpoint: string | undefined): Promise<SpanExporter | undefined> {
  if (endpoint === undefined) return undefined;
  const { createSpanExporter } = await import('../runtime/observe/span-exporter.ts');
  return createSpanExporter(endpoint);
}
