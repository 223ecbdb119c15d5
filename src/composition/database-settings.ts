import { type Area, areas } from '../typed-contract/areas.ts';
import { databaseUrl, postgresUrl, secret, type SettingsOf } from '../runtime/start/settings.ts';

const own = (service: string) =>
  secret(postgresUrl(`PostgreSQL database of the ${service} alone; default DATABASE_URL.`));
const ownDirect = (service: string) =>
  secret(
    postgresUrl(
      `The database of the ${service} without the connection pooler; default DATABASE_DIRECT_URL for a database that services share.`,
    ),
  );
const ownReplica = (service: string) =>
  secret(postgresUrl(`Read replica of the database of the ${service}; default DATABASE_REPLICA_URL, likewise.`));

/** Where the tables are: one database, or one for each area. */
export const databaseSettings = {
  DATABASE_URL: secret(
    databaseUrl('URL of PostgreSQL 15 or later, or embedded: for the embedded database, the default in development.'),
  ),
  DATABASE_DIRECT_URL: secret(
    postgresUrl(
      'The same database without the connection pooler, for migrations and LISTEN/NOTIFY; default DATABASE_URL.',
    ),
  ),
  DATABASE_REPLICA_URL: secret(
    postgresUrl('Read replica for public reads, which may lag a little; unset: all reads go to DATABASE_URL.'),
  ),
  SSO_DATABASE_URL: own('sign-in provider'),
  SSO_DATABASE_DIRECT_URL: ownDirect('sign-in provider'),
  SSO_DATABASE_REPLICA_URL: ownReplica('sign-in provider'),
  FORUM_DATABASE_URL: own('forum'),
  FORUM_DATABASE_DIRECT_URL: ownDirect('forum'),
  FORUM_DATABASE_REPLICA_URL: ownReplica('forum'),
  BACKEND_DATABASE_URL: own('mini-app backend'),
  BACKEND_DATABASE_DIRECT_URL: ownDirect('mini-app backend'),
  BACKEND_DATABASE_REPLICA_URL: ownReplica('mini-app backend'),
  NOTIFICATIONS_DATABASE_URL: own('notification service'),
  NOTIFICATIONS_DATABASE_DIRECT_URL: ownDirect('notification service'),
  NOTIFICATIONS_DATABASE_REPLICA_URL: ownReplica('notification service'),
} as const;

type DatabaseSettings = SettingsOf<typeof databaseSettings>;

interface DatabaseAddress {
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The same database without a connection pooler. */
  readonly directUrl: string | undefined;
  readonly replicaUrl: string | undefined;
}

const prefixes = {
  sso: 'SSO',
  forum: 'FORUM',
  backend: 'BACKEND',
  notifications: 'NOTIFICATIONS',
} as const satisfies Record<Area, string>;

/** Returns the addresses of an area's database: its own settings, otherwise those that the areas share. */
export function databaseAddressOf(settings: DatabaseSettings, area: Area): DatabaseAddress {
  const prefix = prefixes[area];
  const ownUrl = settings[`${prefix}_DATABASE_URL`];
  // Direct address and replica of the shared database belong to no other one.
  const shared = ownUrl === undefined ? settings : undefined;
  const databaseUrl = ownUrl ?? settings.DATABASE_URL;
  return {
    databaseUrl,
    directUrl: settings[`${prefix}_DATABASE_DIRECT_URL`] ?? shared?.DATABASE_DIRECT_URL ?? databaseUrl,
    replicaUrl: settings[`${prefix}_DATABASE_REPLICA_URL`] ?? shared?.DATABASE_REPLICA_URL,
  };
}

/** A database and the areas whose tables it has. */
export interface AreaDatabase extends Omit<DatabaseAddress, 'replicaUrl'> {
  readonly areas: readonly Area[];
  /** The setting that names it. */
  readonly setting: string;
}

/** Returns the databases of some areas; areas with the same addresses share one. */
export function databasesOf(settings: DatabaseSettings, chosen: readonly Area[]): readonly AreaDatabase[] {
  const databases: AreaDatabase[] = [];
  for (const area of chosen) {
    const { databaseUrl, directUrl } = databaseAddressOf(settings, area);
    const same = databases.findIndex((each) => each.databaseUrl === databaseUrl && each.directUrl === directUrl);
    const own = settings[`${prefixes[area]}_DATABASE_URL`] === undefined ? '' : `${prefixes[area]}_`;
    const known = databases[same];
    if (known) databases[same] = { ...known, areas: [...known.areas, area] };
    else databases.push({ areas: [area], databaseUrl, directUrl, setting: `${own}DATABASE_URL` });
  }
  return databases;
}

/** Whether all areas are on the embedded database, as in a fresh development directory. */
export const isEmbedded = (settings: DatabaseSettings): boolean =>
  areas.every((area) => databaseAddressOf(settings, area).databaseUrl === undefined);
