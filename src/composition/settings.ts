import {
  atLeast,
  baseUrl,
  contactUri,
  domainName,
  flag,
  hex,
  integer,
  keys,
  list,
  listOf,
  namedUrl,
  networks,
  oneOf,
  port,
  processes,
  ratio,
  secret,
  serverUrl,
  type SettingsOf,
  text,
  withDefault,
} from '../runtime/start/settings.ts';
import { androidApp, appleAppId } from '../sso/settings.ts';
import { databaseSettings } from './database-settings.ts';

/** The services that `npm start` can run, in the order in which they start. */
export const serviceNames = ['sso', 'forum', 'backend', 'notifications', 'web'] as const;

export type ServiceName = (typeof serviceNames)[number];

export const isServiceName = (name: string): name is ServiceName => serviceNames.some((known) => known === name);

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
    'Host of the internal network at which services call each other, in plain HTTP at their *_PORT; unset: they use the public addresses.',
  ),

  LAN_HOST: text(
    'With `--lan`: host name by which other devices reach this computer; default: its own name, in .local.',
  ),
  LAN_ADDRESS: text('With `--lan`: IPv4 address to listen on; default: the first that is not loopback.'),
  LAN_PORT: withDefault('4010', port('With `--lan`: port of the page that tells devices how to trust this computer.')),

  ADMIN_HOST: withDefault('127.0.0.1', text('Address to listen on for probes and metrics of the process.')),
  ADMIN_PORT: port(
    'Port for probes and metrics of the process; default 4009 in production. In production no other port serves them.',
  ),
  ALLOW_INSECURE_HTTP: flag('Allow public addresses without https in production; for trials on one machine.'),

  DATA_DIR: withDefault('./.data', text('Directory of the embedded database and of generated development keys.')),
  ...databaseSettings,
  DATABASE_POOL_SIZE: withDefault('20', integer(1, 1000)('Connections to each PostgreSQL database per process.')),
  REDIS_URL: secret(
    serverUrl(
      'redis',
      'rediss',
    )(
      'Redis 6.2 or later, or Valkey, one server or any node of a cluster, that stores used proofs for all processes instead of the databases; rediss:// with a password outside of this machine.',
    ),
  ),
  NATS_URL: secret(
    serverUrl(
      'nats',
      'tls',
    )(
      'NATS 2.9 or later that carries events between the processes of the notification service instead of PostgreSQL; tls:// with user and password outside of this machine.',
    ),
  ),
  RUN_MIGRATIONS: flag('Run pending migrations at start; default true on the embedded database, false otherwise.'),
  DEMO_DATA: flag(
    'Create the demo application, the demo mini app and its keys, and serve them in the web host; default true in development on the embedded database, false otherwise; not allowed in production.',
  ),
  MASTER_KEY: secret(
    keys(
      'Encrypts keys at rest; of several, separated by commas, the first encrypts and all decrypt; unset, in development: the file DATA_DIR/master.key, created at first start.',
    ),
  ),

  PROCESSES: withDefault(
    '1',
    processes('Processes that share the ports of the services, on PostgreSQL; auto: one per core.'),
  ),
  DRAIN_SECONDS: withDefault(
    '0',
    integer(
      0,
      300,
    )('Seconds from SIGTERM until the ports close; /readyz fails meanwhile, so that proxies stop sending requests.'),
  ),
  TRUSTED_PROXIES: withDefault('', networks('Networks of the proxies whose X-Forwarded-* headers are trusted.')),
  RATE_LIMITS: withDefault(
    'on',
    oneOf(
      'on',
      'off',
    )(
      "off disables the request limits per client and the forum's budgets, in development only; limits of guessed secrets and of the contracts, such as notifications per hour, stay.",
    ),
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
    )('Requests per minute that one app may send by its API key, per process, from all its addresses.'),
  ),
  CHECK_RESPONSES: flag(
    'Compare every response with its contract; default true on the embedded database, false otherwise.',
  ),
  LOG_LEVEL: withDefault(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')('Lowest level that is logged.'),
  ),

  SECURITY_CONTACT: contactUri(
    'Where vulnerabilities of this installation are reported, as a mailto: or https URI; the web service names it in /.well-known/security.txt (RFC 9116). Unset: there is no such file.',
  ),

  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl(
    'OpenTelemetry collector that receives spans (OTLP over HTTP) at /v1/traces; unset: no spans are created.',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    '1',
    ratio('Share of new traces that are sampled, 0 to 1; for a request with a traceparent, its sampled flag applies.'),
  ),

  REGISTRATION: oneOf(
    'open',
    'invite',
    'closed',
  )(
    'Who may register as an owner: anyone, invited people, or no one. Default open in development; required in production.',
  ),
  SSO_ADMIN_KEY: secret(
    atLeast(32)(
      'Bearer key of the provider administration; unset, in development: the file DATA_DIR/admin.key, created at first start.',
    ),
  ),
  CLIENT_REGISTRATION: oneOf(
    'off',
    'metadata',
    'open',
  )(
    'How applications register themselves: not at all, with the URL of their metadata as client_id, or also by RFC 7591. Default open with DEMO_DATA, otherwise off.',
  ),
  CLIENT_ALLOW_TARGETS: withDefault(
    '',
    networks(
      'Networks that are not public and may still serve metadata of applications, and receive logout tokens; for development.',
    ),
  ),
  EMAIL_PSEUDONYM_DOMAIN: domainName(
    'Domain of the made-up e-mail addresses that applications with emailPseudonym get as claim `email`, as <identifier>@domain; use one that receives no mail. Unset: no application gets one.',
  ),
  ANDROID_APP_LINKS: listOf(androidApp)(
    'Android apps that open approval links and share the passkeys of the provider, by package and SHA-256 of the certificate: com.example.wallet=14:6D:…. Unset: none.',
  ),
  APPLE_APP_IDS: listOf(appleAppId)(
    'Apple apps that open approval links and share the passkeys of the provider, by team and bundle: ABCDE12345.com.example.wallet. Unset: none.',
  ),
  RESOURCE_SERVERS: listOf(namedUrl)(
    'Third-party services that applications may ask access tokens for (`resource`), by the name that approvers are shown: Example=https://mcp.example. Such tokens are valid at no service of the platform.',
  ),
  DPOP_RESOURCES: listOf(atLeast(1))(
    'Services of RESOURCE_SERVERS, by their URL, that accept only tokens that are bound to a key (dpop_bound_access_tokens_required in their metadata).',
  ),
  DPOP_NONCE: withDefault(
    'off',
    oneOf('off', 'on')('on requires a nonce of the provider in every DPoP proof (RFC 9449 section 8).'),
  ),
  SYSTEM_PUSHES: withDefault(
    'on',
    oneOf(
      'on',
      'off',
    )(
      'on: the provider tells owners of new passkeys, devices and the like by a push through the notification service, if they allow it.',
    ),
  ),
  AUTHORIZATION_SECONDS: withDefault(
    '300',
    integer(30, 570)('Seconds that a sign-in waits for its approval, at most 570.'),
  ),
  KEY_NOTICE_SECONDS: withDefault(
    '600',
    integer(
      10,
      86_400,
    )('Seconds from publishing a signing key until it signs; longer than verifiers cache the key set (300).'),
  ),
  REFRESH_TOKEN_DAYS: withDefault('30', integer(1, 365)('Days until an unused session expires.')),
  OWNER_SESSION_DAYS: withDefault(
    '90',
    integer(1, 3_650)('Days until the session of an application ends, however often it is used.'),
  ),
  AGENT_SESSION_DAYS: withDefault(
    '365',
    integer(1, 3_650)('Days until the session of an agent ends, however often it is used.'),
  ),
  CONSOLE_SESSION_HOURS: withDefault(
    '12',
    integer(1, 720)('Hours until a session of the operator console ends, however often it is used.'),
  ),

  FORUM_AUDIENCE: text(
    'Audience that access tokens for the forum must contain; default the issuer, so that one token is valid for all services.',
  ),

  FORUM_BUDGET_POSTS: withDefault(
    '10',
    integer(1, 1_000_000)('Posts, and communities, that one owner or key may create in any hour.'),
  ),
  FORUM_BUDGET_COMMENTS: withDefault(
    '60',
    integer(1, 1_000_000)('Comments, and reports, that one owner or key may write in any hour.'),
  ),
  FORUM_BUDGET_VOTES: withDefault('300', integer(1, 1_000_000)('Votes that one owner or key may cast in any hour.')),
  FORUM_NEW_OWNER_SHARE: ratio(
    'Share of the budgets that a new owner has for a day after its first write, 0 to 1; default 1 with DEMO_DATA, otherwise 0.1.',
  ),
  FORUM_DUPLICATES: withDefault(
    'refuse',
    oneOf(
      'refuse',
      'accept',
    )('Whether a text that an owner repeats in a community within an hour is refused or accepted.'),
  ),

  WEB_PROVIDER_ADDRESS: text(
    'Application that people sign in to on the start page, by its provider address; default the demo application. When set, portal and host sign in to it too, by QR code, instead of to applications of their own by redirect.',
  ),
  PLATFORM_AUDIENCE: text(
    'Audience that access tokens for the mini-app backend must contain; default WEB_PROVIDER_ADDRESS, or the demo application.',
  ),
  PLATFORM_JWKS_URL: baseUrl('Key set that access tokens are verified against; default SSO_BASE_URL/oauth/jwks.'),
  WEBHOOK_PUBLIC_KEY: listOf(hex(32))(
    'Ed25519 public keys that verify payment webhooks, hex, separated by commas, the newest first; default: a demo key with DEMO_DATA, otherwise nothing is sold.',
  ),
  PAYMENT_TOKEN_NAMES: withDefault(
    '',
    list(
      'Further names that the payment service uses for a token, as TOKEN=name with USDC or PLATFORM as TOKEN, separated by commas: PLATFORM=native.',
    ),
  ),
  INVOICE_HOURS: withDefault('24', integer(1, 720)('Hours until an invoice that is not paid expires.')),
  NEXT_PUBLIC_RECIPIENT_ADDRESS: text(
    'Public chain wallet that receives USDC and SOL payments; unset, and without DEMO_DATA: nothing is sold for these currencies.',
  ),
  NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS: text(
    'Provider address that receives payments in the platform token; unset, and without DEMO_DATA: nothing is sold for this token.',
  ),

  SETTLED_HOOK_URL: text(
    "URL of the app's server that receives every settled payment, signed; unset: payments are reported to no server.",
  ),
  WEBHOOK_ALLOW_TARGETS: withDefault(
    '',
    networks('Networks that are not public and may still receive webhooks; for development.'),
  ),
  PUSH_CONTACT: withDefault(
    'mailto:operator@localhost.invalid',
    text('Contact for push services of browsers: a mailto: or https: address (RFC 8292).'),
  ),
  APNS_ENDPOINT: text('Server that pushes to iPhones are sent to instead of the one of Apple; for tests.'),
  FCM_ENDPOINT: text('Server that pushes to Android phones are sent to instead of those of Google; for tests.'),
  PORTAL_CLIENTS: list(
    'Applications whose access tokens the developer portal and the host accept, * for all; default * with DEMO_DATA, otherwise only WEB_PROVIDER_ADDRESS, the portal, the host and the command line.',
  ),
} as const;

export type PlatformSettings = SettingsOf<typeof platformSettings>;
