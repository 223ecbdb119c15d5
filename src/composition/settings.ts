import {
  atLeast,
  baseUrl,
  databaseUrl,
  flag,
  hex,
  integer,
  key,
  list,
  networks,
  oneOf,
  port,
  postgresUrl,
  secret,
  ratio,
  type SettingsOf,
  text,
  withAlias,
  withDefault,
} from '../runtime/settings.ts';

/** Every setting of the platform. `npm run config` prints this table with the current values. */
export const platformSettings = {
  HOST: withDefault('127.0.0.1', text('Address to listen on.')),
  SSO_PORT: withDefault('4001', port('Port of the sign-in provider; 0 picks a free one.')),
  FORUM_PORT: withDefault('4002', port('Port of the forum; 0 picks a free one.')),
  BACKEND_PORT: withDefault('4003', port('Port of the mini-app backend; 0 picks a free one.')),
  NOTIFICATIONS_PORT: withDefault('4004', port('Port of the notification service; 0 picks a free one.')),
  WEB_PORT: withDefault('4000', port('Port of the web pages; 0 picks a free one.')),
  SSO_BASE_URL: baseUrl('Public address of the sign-in provider, its issuer; default http://localhost:SSO_PORT.'),
  FORUM_BASE_URL: baseUrl('Public address of the forum; default http://localhost:FORUM_PORT.'),
  BACKEND_BASE_URL: baseUrl('Public address of the mini-app backend; default http://localhost:BACKEND_PORT.'),
  NOTIFICATIONS_BASE_URL: baseUrl(
    'Public address of the notification service; default http://localhost:NOTIFICATIONS_PORT.',
  ),
  WEB_BASE_URL: baseUrl('Public address of the web pages; default http://localhost:WEB_PORT.'),

  INTERNAL_HOST: text(
    'Host inside this network whose *_PORTs lead to the services, in plain HTTP; the services ask each other there. Unset: at the public addresses.',
  ),

  ADMIN_HOST: withDefault('127.0.0.1', text('Address to listen on for probes and metrics of the process.')),
  ADMIN_PORT: port(
    'Port for probes and metrics of the process; default 4009 in production. In production no other port serves them.',
  ),
  ALLOW_INSECURE_HTTP: flag('Allow public addresses without https in production; for trials on one machine.'),

  DATA_DIR: withDefault('./.data', text('Directory of the embedded database and of the keys made for development.')),
  DATABASE_URL: secret(
    databaseUrl(
      'PostgreSQL 15 or later; embedded: is the embedded database, which is also the default in development.',
    ),
  ),
  DATABASE_DIRECT_URL: secret(
    postgresUrl(
      'The same database past a connection pooler, for migrations and notification channels; default DATABASE_URL.',
    ),
  ),
  DATABASE_REPLICA_URL: secret(
    postgresUrl('A read replica, a moment behind: the forum is read there; unset: all reads go to DATABASE_URL.'),
  ),
  DATABASE_POOL_SIZE: withDefault('20', integer(1, 1000)('Connections to PostgreSQL per process.')),
  RUN_MIGRATIONS: flag('Bring the tables up to date at start; default true on the embedded database, false otherwise.'),
  DEMO_DATA: flag(
    'Make the demo application, the demo mini app and its keys, and serve them in the web host; default true in development on the embedded database, false otherwise; refused in production.',
  ),
  MASTER_KEY: secret(
    key(32)('Encrypts keys at rest; unset, in development: the file DATA_DIR/master.key, made at first start.'),
  ),

  DRAIN_SECONDS: withDefault(
    '0',
    integer(0, 300)('From SIGTERM until the ports close; readiness is false meanwhile, so that proxies turn away.'),
  ),
  TRUSTED_PROXIES: withDefault('', networks('Networks of the proxies whose X-Forwarded-* count.')),
  RATE_LIMITS: withDefault(
    'on',
    oneOf('on', 'off')('off lifts the outer limits per client, never the limits of the business.'),
  ),
  RATE_LIMIT_ADDRESS: withDefault(
    '1200',
    integer(1, 10_000_000)('Requests per minute that one client address may send to one service, per process.'),
  ),
  RATE_LIMIT_APP: withDefault(
    '12000',
    integer(
      1,
      10_000_000,
    )('Requests per minute that one app may send by its API key, per process, whatever its addresses.'),
  ),
  CHECK_RESPONSES: withAlias(
    'CHECK_ANSWERS',
    flag('Compare every response with its contract; default true on the embedded database, false otherwise.'),
  ),
  LOG_LEVEL: withDefault(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')('Lowest level that is logged.'),
  ),

  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl(
    'OpenTelemetry collector that takes spans (OTLP over HTTP) at /v1/traces; unset: no spans are made.',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    '1',
    ratio('Share of new traces that is collected, 0 to 1; a caller that sends a traceparent decides for its trace.'),
  ),

  REGISTRATION: oneOf(
    'open',
    'invite',
    'closed',
  )('Who may become an owner: everybody, the invited, nobody. Default open in development; production has to choose.'),
  SSO_ADMIN_KEY: secret(
    atLeast(32)(
      'Bearer key of the provider administration; unset, in development: the file DATA_DIR/admin.key, made at first start.',
    ),
  ),
  DPOP_NONCE: withDefault(
    'off',
    oneOf('off', 'on')('on makes the provider ask for a server nonce in every proof (RFC 9449 section 8).'),
  ),
  AUTHORIZATION_SECONDS: withDefault(
    '300',
    integer(30, 570)('How long a sign-in waits for its approval, at most 570.'),
  ),
  KEY_NOTICE_SECONDS: withDefault(
    '600',
    integer(10, 86_400)('From publishing a signing key until it signs; longer than anybody caches the key set (300).'),
  ),
  REFRESH_TOKEN_DAYS: withDefault('30', integer(1, 365)('How long a session lives without being used.')),

  FORUM_AUDIENCE: text(
    'Audience that access tokens for the forum must name; default the issuer, so that one token serves all services.',
  ),

  WEB_PROVIDER_ADDRESS: text(
    'Application that people sign in to on the web pages, by its provider address; default the demo application.',
  ),
  PLATFORM_AUDIENCE: text(
    'Audience that access tokens for the mini-app backend must name; default WEB_PROVIDER_ADDRESS, or the demo application.',
  ),
  PLATFORM_JWKS_URL: baseUrl('Key set that access tokens are verified against; default SSO_BASE_URL/oauth/jwks.'),
  WEBHOOK_PUBLIC_KEY: hex(32)(
    "Ed25519 key that payment webhooks are verified with, hex; default the demo's own with DEMO_DATA, otherwise nothing is sold.",
  ),
  NEXT_PUBLIC_RECIPIENT_ADDRESS: text(
    'Public chain wallet that receives USDC and SOL payments; unset, and without DEMO_DATA: nothing is sold for them.',
  ),
  NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS: text(
    'Provider address that receives payments in the platform token; unset, and without DEMO_DATA: nothing is sold for it.',
  ),

  WEBHOOK_ALLOW_TARGETS: withDefault(
    '',
    networks('Networks that notification webhooks may be sent to although they are not public, for development.'),
  ),
  PUSH_CONTACT: withDefault(
    'mailto:operator@localhost.invalid',
    text('Whom push services of browsers can turn to: a mailto: or https: address (RFC 8292).'),
  ),
  PORTAL_CLIENTS: list(
    'Applications whose tokens count on the developer portal and the host, * for all; default * with DEMO_DATA, otherwise WEB_PROVIDER_ADDRESS alone.',
  ),
} as const;

export type PlatformSettings = SettingsOf<typeof platformSettings>;
