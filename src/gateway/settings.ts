import { inspectEnvironment } from '../runtime/start/setting-sources.ts';
import {
  baseUrl,
  integer,
  keys,
  oneOf,
  port,
  ratio,
  secret,
  SettingsError,
  type SettingsOf,
  text,
  withDefault,
} from '../runtime/start/settings.ts';
import { redisUrlViolation } from '../runtime/outbound/redis.ts';

/** Port of probes and metrics in production, when ADMIN_PORT is not set. */
export const defaultAdminPort = 4009;

/** Settings of the gateway's process. What it lets through stands in its file. */
export const gatewaySettings = {
  HOST: withDefault('127.0.0.1', text('Address to listen on; only proxies need to reach it.')),
  GATEWAY_PORT: withDefault('4005', port('Port that proxies ask; 0 picks a free one.')),
  ADMIN_HOST: withDefault('127.0.0.1', text('Address to listen on for probes and metrics.')),
  ADMIN_PORT: port('Port for probes and metrics; default 4009 with NODE_ENV=production, otherwise GATEWAY_PORT.'),
  DATA_DIR: withDefault('./.data', text('Directory of gateway-keys.json, which is created at the first start.')),
  GATEWAY_KEY: secret(
    keys(
      'Keys that sign assertions instead of DATA_DIR/gateway-keys.json: the first signs, those after it are still published. 32 bytes each, as base64url or hex, separated by commas.',
    ),
  ),
  GATEWAY_INSTANCES: withDefault(
    '1',
    integer(1, 1000)('Gateways that serve the same hosts; more than one needs REDIS_URL and GATEWAY_KEY.'),
  ),
  REDIS_URL: secret(
    text('Redis 6.2 or later, or Valkey, that stores used proofs for all instances: redis:// or rediss://.'),
  ),
  DRAIN_SECONDS: withDefault(
    '0',
    integer(0, 300)('Seconds from SIGTERM until the port closes; /readyz fails meanwhile.'),
  ),
  LOG_LEVEL: withDefault(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')('Lowest level that is logged.'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl('OpenTelemetry collector (OTLP over HTTP); unset: no spans are created.'),
  OTEL_TRACES_SAMPLER_ARG: withDefault('1', ratio('Share of new traces that are sampled, 0 to 1.')),
} as const;

export type GatewaySettings = SettingsOf<typeof gatewaySettings>;

/** Rules over several settings, and the address of Redis. */
function gatewayProblems({ GATEWAY_INSTANCES: instances, REDIS_URL: redis, GATEWAY_KEY: key }: GatewaySettings) {
  const violation = redis === undefined ? undefined : redisUrlViolation(redis);
  const invalid = violation === undefined ? [] : [violation];
  if (instances === 1) return invalid;
  return [
    ...invalid,
    ...(redis === undefined
      ? ['GATEWAY_INSTANCES is more than 1, but each instance would accept a proof once: set REDIS_URL']
      : []),
    ...(key === undefined
      ? ['GATEWAY_INSTANCES is more than 1, but each instance would sign with a key of its own: set GATEWAY_KEY']
      : []),
  ];
}

/** Reads the settings of the gateway's process. @throws SettingsError that lists every problem */
export function loadGatewaySettings(env: Readonly<Record<string, string | undefined>>): GatewaySettings {
  const { values, problems } = inspectEnvironment(gatewaySettings, env);
  const all = [...problems, ...gatewayProblems(values)];
  if (all.length > 0) throw new SettingsError(all);
  return values;
}
