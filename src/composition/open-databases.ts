import { type Database, openDatabase } from '../runtime/database/database.ts';
import type { DatabaseLog } from '../runtime/database/engine.ts';
import type { Area } from '../typed-contract/areas.ts';
import { type AreaDatabase, databaseAddressOf, databasesOf } from './database-settings.ts';
import type { PlatformSettings } from './settings.ts';

/** Milliseconds after which a read falls back from the replica to the primary. */
const replicaTimeout = 1_000;

/** The databases of the areas that run in this process. */
interface OpenDatabases {
  /** @throws Error when the area was not named at opening */
  readonly of: (area: Area) => Database;
  /** Read replica of an area's database, for reads that tolerate replication lag. */
  readonly replicaOf: (area: Area) => Database | undefined;
  /** Connections to all databases, without replicas. */
  readonly connections: Database['connections'];
  readonly vacuum: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface OpenDatabasesOptions {
  readonly settings: PlatformSettings;
  readonly dataDir: string;
  /** Opens the embedded database instead of the one in `dataDir`. */
  readonly openEmbedded: (() => Promise<Database>) | undefined;
  readonly log: DatabaseLog;
}

/** Opens each database of some areas once, and their replicas. @throws DirectoryInUseError like {@link openDatabase} */
export async function openDatabases(
  areas: readonly Area[],
  { settings, dataDir, openEmbedded, log }: OpenDatabasesOptions,
): Promise<OpenDatabases> {
  const poolSize = settings.DATABASE_POOL_SIZE;
  const open = ({ databaseUrl, directUrl }: AreaDatabase): Promise<Database> =>
    databaseUrl === undefined && openEmbedded
      ? openEmbedded()
      : openDatabase({ databaseUrl, directUrl, dataDir, poolSize, log });
  const primaries = new Map<Area, Database>();
  const replicas = new Map<string, Database>();
  const opened: Database[] = [];
  const close = async () => {
    await Promise.all([...opened, ...replicas.values()].map((each) => each.close()));
  };
  try {
    for (const database of databasesOf(settings, areas)) {
      const one = await open(database);
      opened.push(one);
      for (const area of database.areas) primaries.set(area, one);
    }
    for (const area of areas) {
      const { replicaUrl } = databaseAddressOf(settings, area);
      if (replicaUrl === undefined || replicas.has(replicaUrl)) continue;
      replicas.set(
        replicaUrl,
        await openDatabase({ databaseUrl: replicaUrl, poolSize, timeoutMs: replicaTimeout, log }),
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    of: (area) => {
      const database = primaries.get(area);
      if (database === undefined) throw new Error(`The database of ${area} is not open.`);
      return database;
    },
    replicaOf: (area) => replicas.get(databaseAddressOf(settings, area).replicaUrl ?? ''),
    connections: () => {
      const counts = opened.map((each) => each.connections());
      const sum = (state: 'total' | 'idle' | 'waiting') => counts.reduce((total, each) => total + each[state], 0);
      return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') };
    },
    vacuum: async () => {
      await Promise.all(opened.map((each) => each.vacuum()));
    },
    close,
  };
}
