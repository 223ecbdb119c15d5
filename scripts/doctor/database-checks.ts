import { sql } from 'kysely';
import { platformServices } from '../../src/composition/platform-services.ts';
import { serviceNames } from '../../src/composition/settings.ts';
import type { Database } from '../../src/runtime/database/database.ts';
import { isLocalPostgres } from '../../src/runtime/start/settings.ts';
import { pendingMigrations } from '../../src/runtime/database/migrations.ts';
import { clockTolerance } from './address-checks.ts';
import type { InstallationCheck } from './check.ts';

export interface DatabaseCheckDependencies {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly production: boolean;
  readonly now: () => number;
}

/** Checks database: version, migrations, clock, rights and archive. */
export function databaseChecks({
  database,
  databaseUrl,
  production,
  now,
}: DatabaseCheckDependencies): InstallationCheck[] {
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
          serviceNames.map(async (name) => {
            const { migrations } = platformServices[name];
            if (migrations === undefined) return [];
            return (await pendingMigrations(database, name, migrations)).map((migration) => `${name} ${migration}`);
          }),
        );
        const names = pending.flat();
        return names.length === 0 ? undefined : `${names.join(', ')}; run npm run migrate`;
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
        if (row?.ssl !== true) return 'it is not; add sslmode=verify-full to DATABASE_URL';
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
        return row?.superuser ? `${row.role} is a superuser; create roles with npm run --silent roles` : undefined;
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
