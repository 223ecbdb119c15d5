import { sql } from 'kysely';
import type { Addresses } from '../../../src/composition/addresses.ts';
import { type PlatformSettings, type ServiceName, serviceNames } from '../../../src/composition/settings.ts';
import { areaServices } from '../../../src/composition/platform-services.ts';
import { connectUsedProofs } from '../../../src/composition/used-proofs.ts';
import type { Area } from '../../../src/typed-contract/areas.ts';
import type { Database } from '../../../src/runtime/database/database.ts';
import type { InstallationCheck } from '../../../src/runtime/start/system.ts';
import { isLocalPostgres } from '../../../src/runtime/start/settings.ts';
import { pendingMigrations } from '../../../src/runtime/database/migrations.ts';

const timeoutMs = 5_000;
/** Milliseconds that clocks may differ: proofs are accepted that much late or early (RFC 9449 section 11.1). */
const clockTolerance = 2_000;

/** Address that shows which client address a service saw; it needs a rate-limit key and has none of its own. */
const documentOf: Readonly<Record<ServiceName, string>> = {
  sso: '/.well-known/openid-configuration',
  forum: '/api/openapi.json',
  backend: '/docs/openapi.json',
  notifications: '/docs/openapi.json',
  web: '/',
};

/** Checks that the public addresses reach the services, over TLS in production. */
export function addressChecks({
  addresses,
  production,
  insecureHttp,
  fetch,
  now,
}: {
  readonly addresses: Addresses;
  readonly production: boolean;
  readonly insecureHttp: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}): InstallationCheck[] {
  const get = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });

  const reachable = serviceNames.map((name): InstallationCheck => {
    const url = `${addresses[name].baseUrl}${documentOf[name]}`;
    return {
      name: `${name} responds at ${addresses[name].baseUrl}`,
      run: async () => {
        const { status } = await get(url);
        return status < 400 ? undefined : `GET ${url} is ${status}; check the address and that the service runs`;
      },
    };
  });
  const { baseUrl: issuer } = addresses.sso;
  return [
    ...reachable,
    {
      name: `the provider's issuer is ${issuer}`,
      run: async () => {
        const document: unknown = await (await get(`${issuer}${documentOf.sso}`)).json();
        const named = typeof document === 'object' && document !== null && 'issuer' in document ? document.issuer : '';
        return named === issuer
          ? undefined
          : `it names "${String(named)}"; set SSO_BASE_URL to the same address everywhere`;
      },
    },
    {
      name: 'public addresses use TLS',
      run: async () => {
        const plain = serviceNames.filter((name) => !addresses[name].baseUrl.startsWith('https:'));
        if (!production || insecureHttp || plain.length === 0) return undefined;
        return `${plain.map((name) => `${name.toUpperCase()}_BASE_URL`).join(', ')} have no https; see docs/operating.md, TLS and names`;
      },
    },
    {
      name: 'probes and metrics are not public',
      run: async () => {
        if (!production) return undefined;
        const open = await Promise.all(
          serviceNames.map(async (name) => ((await get(`${addresses[name].baseUrl}/metrics`)).ok ? [name] : [])),
        );
        const names = open.flat();
        return names.length === 0
          ? undefined
          : `${names.join(', ')} serve /metrics publicly; let only ADMIN_PORT serve it`;
      },
    },
    {
      name: "this machine's clock is that of the provider",
      run: async () => {
        const date = (await get(`${issuer}${documentOf.sso}`)).headers.get('date');
        // The header has whole seconds.
        const offset = date === null ? 0 : now() - (Date.parse(date) + 500);
        return Math.abs(offset) <= clockTolerance + 500
          ? undefined
          : `they differ by ${Math.round(offset / 1000)} s; synchronise with NTP`;
      },
    },
  ];
}

/** Checks database: version, migrations, clock, rights and archive. */
export function databaseChecks({
  database,
  databaseUrl,
  setting,
  areas,
  production,
  now,
}: {
  readonly database: Database;
  readonly databaseUrl: string;
  /** The setting that names it. */
  readonly setting: string;
  /** The areas whose tables it has. */
  readonly areas: readonly Area[];
  readonly production: boolean;
  readonly now: () => number;
}): InstallationCheck[] {
  const one = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> =>
    (await query.execute(database.db)).rows[0];
  return [
    {
      name: 'the database responds and is PostgreSQL 15 or later',
      run: async () => {
        const row = await one(sql<{ version: string }>`select current_setting('server_version_num') as version`);
        return Number(row?.version) >= 150_000 ? undefined : `it is version ${row?.version}; upgrade it`;
      },
    },
    {
      name: 'no migration is pending',
      run: async () => {
        const pending = await Promise.all(
          areas.map(async (name) =>
            (await pendingMigrations(database, name, areaServices[name].migrations)).map(
              (migration) => `${name} ${migration}`,
            ),
          ),
        );
        const names = pending.flat();
        return names.length === 0 ? undefined : `${names.join(', ')}; run npx platform migrate`;
      },
    },
    {
      name: "the database's clock is that of this machine",
      run: async () => {
        const row = await one(sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`);
        const offset = now() - (row?.at ?? 0);
        return Math.abs(offset) <= clockTolerance
          ? undefined
          : `they differ by ${Math.round(offset / 1000)} s; synchronise both with NTP`;
      },
    },
    {
      name: 'the connection to the database is encrypted, or stays on this machine',
      run: async () => {
        if (isLocalPostgres(databaseUrl)) return undefined;
        const row = await one(sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`);
        if (row?.ssl !== true) return `it is not; add sslmode=verify-full to ${setting}`;
        return /[?&]sslmode=no-verify(&|$)/.test(databaseUrl)
          ? 'sslmode=no-verify accepts every server; set verify-full, and sslrootcert for a private authority'
          : undefined;
      },
    },
    {
      name: "the database role has a service's rights only",
      run: async () => {
        if (!production || database.engine === 'embedded') return undefined;
        const row = await one(
          sql<{
            role: string;
            superuser: boolean;
          }>`select rolname as role, rolsuper as superuser from pg_roles where rolname = current_user`,
        );
        return row?.superuser ? `${row.role} is a superuser; create roles with npx platform roles` : undefined;
      },
    },
    {
      name: 'the write-ahead log is archived',
      run: async () => {
        if (!production || database.engine === 'embedded') return undefined;
        const row = await one(sql<{ mode: string }>`select current_setting('archive_mode') as mode`);
        return row?.mode === 'off'
          ? 'archive_mode is off, so that a dump is the only backup; see docs/operating.md, Backup and restore'
          : undefined;
      },
    },
  ];
}

/** Checks that Redis can store used proofs: it, and every master of a cluster, responds, is a primary and evicts nothing. */
export const redisCheck = (url: string, now: () => number): InstallationCheck => ({
  name: 'Redis stores used proofs and evicts none',
  run: async () => {
    const usedProofs = await connectUsedProofs(url, now);
    await usedProofs.check().finally(usedProofs.close);
    return undefined;
  },
});

export const natsCheck = (url: string): InstallationCheck => ({
  name: 'NATS carries events between processes',
  run: async () => {
    const { checkNats } = await import('../../../src/notifications/push/nats-transport.ts');
    await checkNats(url);
    return undefined;
  },
});

/** Distinct characters below which a secret is not random. */
const fewCharacters = 8;

/** Checks that secrets look random and that proxies are named. */
export function secretChecks(settings: PlatformSettings, production: boolean): InstallationCheck[] {
  const weak = (value: string | undefined) => value !== undefined && new Set(value).size < fewCharacters;
  return [
    {
      name: 'the keys look random',
      run: async () => {
        const names = [
          ...(weak(settings.SSO_ADMIN_KEY) ? ['SSO_ADMIN_KEY'] : []),
          ...(settings.MASTER_KEY?.some((key) => new Set(key).size < fewCharacters) ? ['MASTER_KEY'] : []),
        ];
        return names.length === 0
          ? undefined
          : `${names.join(' and ')} can be guessed; create them with npx platform secrets`;
      },
    },
    {
      name: 'the proxies are named',
      run: async () =>
        production && settings.TRUSTED_PROXIES.length === 0
          ? 'TRUSTED_PROXIES is not set: behind a proxy, every client counts as one address. Set it to the network of the proxy'
          : undefined,
    },
  ];
}
