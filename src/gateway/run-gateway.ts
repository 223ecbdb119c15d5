import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createMemoryReplayStore, createRedisReplayStore } from '../client/dpop/replay-stores.ts';
import { setEd25519Verification } from '../protocol/ed25519.node.ts';
import { createAdminServer } from '../runtime/observe/admin-server.ts';
import { listenOn } from '../runtime/start/ports.ts';
import { createProcessMetrics } from '../runtime/observe/metrics.ts';
import { repeat } from '../runtime/jobs/repeat.ts';
import { createRequestIdGenerator } from '../runtime/start/ids.ts';
import { createRequestTracer, createTracedFetch, createTracing } from '../runtime/observe/tracing.ts';
import { loadSodium } from '../runtime/start/ed25519-key-pair.ts';
import { readGatewayConfig } from './config.ts';
import { createDeciders } from './decide.ts';
import { connectRedis } from '../runtime/outbound/redis.ts';
import { createGatewayServer, type Gate } from './server.ts';
import { defaultAdminPort, loadGatewaySettings } from './settings.ts';
import { keyFileIn, loadSigningKeys } from './signing-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds between two looks at the files of configuration and keys. */
const watchInterval = 1_000;

export interface RunningGateway {
  readonly url: string;
  /** Reads the files again at once; keeps what it has when they are wrong. */
  readonly reload: () => Promise<void>;
  /** Reports not ready for DRAIN_SECONDS, finishes open requests, then closes. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the gateway. It reads its configuration again when the file changes, and keeps the former one while the new one is
 * wrong.
 *
 * @throws SettingsError, GatewayConfigError
 */
export async function startGateway(configFile: string, env: Environment): Promise<RunningGateway> {
  const settings = loadGatewaySettings(env);
  const config = readGatewayConfig(configFile);
  // Standard output is for the result of the command.
  const log = pino({ level: settings.LOG_LEVEL }, pino.destination(2));
  setEd25519Verification(loadSodium()?.verify);
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  const stopping = new AbortController();
  try {
    const redis = settings.REDIS_URL === undefined ? undefined : await connectRedis(settings.REDIS_URL);
    if (redis !== undefined) opened.push(redis.close);
    const tracing = createTracing({
      randomBytes: (length) => randomBytes(length),
      now: () => new Date(),
      ratio: settings.OTEL_TRACES_SAMPLER_ARG,
      exporter: await openSpanExport(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    });
    if (tracing.exporter) opened.push(tracing.exporter.stop);
    const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 }));
    const service = metrics.service('gateway');
    const reloads = service.counter('gateway_reloads_total', 'Reads of a changed configuration, by outcome', [
      'outcome',
    ]);
    let isCurrent = true;
    service.gauge(
      'gateway_config_last_reload_successful',
      'Whether the configuration counts as it is written: 0 while a wrong change is ignored',
      async () => Number(isCurrent),
    );

    let keys = await loadSigningKeys(settings);
    const gateOf = createDeciders({
      replayStore: redis === undefined ? createMemoryReplayStore() : createRedisReplayStore(redis),
      nonces: () => keys.nonces(),
      fetch: createTracedFetch(globalThis.fetch, createRequestTracer('gateway', tracing)),
      now: Date.now,
    });
    let gate: Gate = { config, decide: gateOf(config) };

    const reload = async () => {
      try {
        const next = readGatewayConfig(configFile);
        keys = await loadSigningKeys(settings);
        gate = { config: next, decide: gateOf(next) };
        isCurrent = true;
        reloads({ outcome: 'read' });
        log.info({ routes: next.routes.length }, 'the configuration was read again');
      } catch (error) {
        isCurrent = false;
        reloads({ outcome: 'refused' });
        const reason = error instanceof Error ? error.message : String(error);
        log.error({ reason }, 'the changed configuration is wrong: the former one stays');
      }
    };
    const files = [configFile, ...(settings.GATEWAY_KEY === undefined ? [keyFileIn(resolve(settings.DATA_DIR))] : [])];
    let seen = stateOf(files);
    const watching = repeat(
      watchInterval,
      async () => {
        const now = stateOf(files);
        if (now === seen) return;
        seen = now;
        await reload();
      },
      { onError: (error) => log.error({ err: error }, 'the configuration cannot be watched') },
    );
    opened.push(watching.stop);

    const ready = async () => {
      await redis?.command(['PING']);
      return true;
    };
    const production = env['NODE_ENV'] === 'production';
    const adminPort = settings.ADMIN_PORT ?? (production ? defaultAdminPort : undefined);
    const app = await createGatewayServer({
      gate: () => gate,
      keys: () => keys,
      newId: randomUUID,
      now: Date.now,
      environment: {
        baseUrl: `http://${settings.HOST}:${settings.GATEWAY_PORT}`,
        log,
        newRequestId: createRequestIdGenerator((length) => randomBytes(length)),
        trustedProxies: config.trustedProxies,
        rateLimit: undefined,
        checkResponses: false,
        ready,
        stopping: stopping.signal,
        metrics: service,
        operatorRoutes: adminPort === undefined,
        tracing,
      },
    });
    opened.push(() => app.close());
    await listenOn(app, settings.HOST, settings.GATEWAY_PORT);
    if (adminPort !== undefined) {
      const admin = createAdminServer({ services: [{ ready }], metrics, stopping: stopping.signal, log });
      opened.push(() => admin.close());
      await listenOn(admin, settings.ADMIN_HOST, adminPort);
    }
    const address = app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : settings.GATEWAY_PORT;
    return {
      url: `http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${port}`,
      reload,
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

/** Content of small files, as a text that differs when one of them changed; also when a link was replaced. */
function stateOf(files: readonly string[]): string {
  return files
    .map((file) => {
      try {
        const { mtimeMs, ino, size } = statSync(file);
        return `${mtimeMs} ${ino} ${size} ${readFileSync(file, 'utf8')}`;
      } catch (error) {
        return String(error);
      }
    })
    .join('\n');
}

/** Loads the exporter and its packages only when a collector is configured. */
async function openSpanExport(endpoint: string | undefined) {
  if (endpoint === undefined) return undefined;
  const { createSpanExporter } = await import('../runtime/observe/span-exporter.ts');
  return createSpanExporter(endpoint);
}
