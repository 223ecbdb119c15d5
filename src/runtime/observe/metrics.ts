import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version as nodeVersion } from 'node:process';
import manifest from '../../../package.json' with { type: 'json' };
import type { ConnectionCounts } from '../database/engine.ts';
import { createServiceHealth, type ReadServiceHealth } from './service-health.ts';

/** Metrics of the process: memory, event loop, database connections. All services of the process share them. */
export interface ProcessMetrics {
  /** Creates the metrics of one service, which are shown with those of the process. */
  readonly service: (name: string) => ServiceMetrics;
  /** Returns the metrics of the process and of all its services. */
  readonly read: ServiceMetrics['read'];
  /** Returns the values of all metrics, for {@link formatMetrics} in another process. */
  readonly values: () => Promise<readonly MetricValues[]>;
}

/** Values of the metrics of one registry. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface ServiceMetrics {
  readonly observe: (request: {
    /** The operationId; undefined for requests without an operation: unknown paths, probes, references. */
    readonly operation: string | undefined;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /**
   * Creates a histogram of durations by outcome.
   *
   * @param name Prometheus name that ends in `_seconds`
   * @param help one line that describes the metric
   */
  readonly outcomeHistogram: (name: string, help: string) => ObserveOutcome;
  /**
   * Creates a counter.
   *
   * @param name Prometheus name that ends in `_total`
   * @param help one line that describes the metric
   * @param labels names of labels, each with few values
   */
  readonly counter: <Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
  ) => Count<Label>;
  /**
   * Creates a gauge whose value is read when the metrics are collected; NaN when reading fails.
   *
   * @param read the current value
   */
  readonly gauge: (name: string, help: string, read: () => Promise<number>) => void;
  /** Returns what the operator console shows of the service. */
  readonly health: ReadServiceHealth;
  /** Returns the metrics of the service and of the process in the text format of Prometheus. */
  readonly read: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Adds to a counter; 1 when `by` is left out. */
export type Count<Label extends string> = (labels: Readonly<Record<Label, string>>, by?: number) => void;

/** @param outcome one of few values, each of which is a series */
export type ObserveOutcome = (outcome: string, seconds: number) => void;

/** Buckets in seconds, up to the request timeout. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics of the process, once per process. */
export function createProcessMetrics(connections: () => ConnectionCounts): ProcessMetrics {
  const process = new Registry();
  collectDefaultMetrics({ register: process });
  const gauge: Gauge<'state'> = new Gauge({
    name: 'database_connections',
    help: 'Database connections by state, and callers that wait for one',
    labelNames: ['state'],
    registers: [process],
    collect: () => {
      const { total, idle, waiting } = connections();
      gauge.set({ state: 'busy' }, total - idle);
      gauge.set({ state: 'idle' }, idle);
      gauge.set({ state: 'waiting' }, waiting);
    },
  });
  const build = new Gauge({
    name: 'build_info',
    help: 'Version of the platform and of Node; always 1',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [process],
  });
  build.set({ version: manifest.version, node: nodeVersion }, 1);
  const registries = new Map<string, Registry>();
  const values = () => Promise.all([process, ...registries.values()].map((registry) => registry.getMetricsAsJSON()));
  return {
    service: (name) => {
      const registry = new Registry();
      registries.set(name, registry);
      return createServiceMetrics(name, registry, process);
    },
    values,
    read: async () => formatMetrics(await values()),
  };
}

/**
 * Returns values of services and processes in the text format of Prometheus. Each name is described once; values with the same
 * labels are added, except for those whose metric says otherwise.
 */
export async function formatMetrics(values: readonly MetricValues[]): ReturnType<ServiceMetrics['read']> {
  const all = AggregatorRegistry.aggregate([...values]);
  return { contentType: all.contentType, text: await all.metrics() };
}

function createServiceMetrics(service: string, registry: Registry, process: Registry): ServiceMetrics {
  registry.setDefaultLabels({ service });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests until the end of the response, by operationId and class of status',
    labelNames: ['operation', 'status'],
    buckets: durations,
    registers: [registry],
  });
  const health = createServiceHealth({ version: manifest.version, now: Date.now });
  return {
    observe: ({ operation, status, seconds }) => {
      // Undocumented paths share one label, so that requests for many of them do not exhaust memory.
      duration.observe({ operation: operation ?? 'none', status: `${Math.floor(status / 100)}xx` }, seconds);
      health.count(status);
    },
    health: health.read,
    outcomeHistogram: (name, help) => {
      const outcomes = new Histogram({
        name,
        help,
        labelNames: ['outcome'],
        buckets: durations,
        registers: [registry],
      });
      return (outcome, seconds) => outcomes.observe({ outcome }, seconds);
    },
    counter: (name, help, labels = []) => {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      return (values, by = 1) => counter.inc(values, by);
    },
    gauge: (name, help, read) => {
      if (name.endsWith('_overdue_seconds')) health.addOutbox(read);
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        // Every process reads the same database.
        aggregator: 'max',
        collect: async () => gauge.set(await read().catch(() => Number.NaN)),
      });
    },
    read: async () => {
      const texts = await Promise.all([registry.metrics(), process.metrics()]);
      return { contentType: registry.contentType, text: texts.join('\n') };
    },
  };
}

/** Measures every request of a service, except those of operators. */
export function measureRequests(app: FastifyInstance, metrics: ServiceMetrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { operators, operationId: operation } = request.routeOptions.config;
    // Frequent probes would hide failures of people's requests.
    if (!operators) metrics.observe({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
}
