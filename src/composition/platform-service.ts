import type { FastifyInstance } from 'fastify';
import type { ServiceEnvironment } from '../runtime/http/create-service.ts';
import type { UsedProofs } from '../runtime/caller/replay-store.ts';
import type { Database } from '../runtime/database/database.ts';
import type { MasterKey } from '../runtime/start/master-key.ts';
import type { Migration } from '../runtime/database/migrations.ts';
import type { SettingRow } from '../runtime/start/settings.ts';
import type { SealedColumn } from '../runtime/database/sealed-column.ts';
import type { SsoDependencies } from '../sso/context.ts';
import type { Addresses } from './addresses.ts';
import type { PlatformSettings } from './settings.ts';

/** Dependencies that the composition root passes to every area. */
export interface ServiceDependencies {
  readonly settings: PlatformSettings;
  /** The settings as they were given, with masked secrets. */
  readonly maskedSettings: readonly SettingRow[];
  readonly addresses: Addresses;
  readonly dataDir: string;
  /** Whether other people can reach this installation; no default is insecure then. */
  readonly production: boolean;
  /** Whether to create the demo application, mini app and keys, and to serve the web host. */
  readonly demoData: boolean;
  /** Loads the master key on first use, so that a service which encrypts nothing needs none. */
  readonly masterKey: () => Promise<MasterKey>;
  /** The bootstrap key of administrators, for the provider alone: in development, the first use creates its file. */
  readonly adminKey: () => Promise<string>;
  readonly environment: ServiceEnvironment;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  readonly newSigningKeyPair?: SsoDependencies['newSigningKeyPair'];
  readonly fetch: typeof globalThis.fetch;
  /** Calls the notification service, without a connection where this process runs it. */
  readonly notificationsFetch: typeof globalThis.fetch;
}

/** Dependencies of an area, which has tables. */
export interface AreaDependencies extends ServiceDependencies {
  readonly database: Database;
  /** Read replica of the database, for reads that tolerate replication lag. */
  readonly replica: Database | undefined;
  /** Used proofs of all areas in Redis; undefined: each area has them in its database. */
  readonly usedProofs: UsedProofs | undefined;
}

interface RunningService {
  readonly app: FastifyInstance;
  /** Ends background work. Called after the last response. */
  readonly stop?: (() => Promise<void>) | undefined;
}

/** A service for the composition root: its start from settings. */
export interface PlatformService {
  /** Hint for the person who starts the platform. */
  readonly hint: string;
  readonly start: (parts: ServiceDependencies) => Promise<RunningService>;
}

/** A service with tables. */
export interface AreaService extends Pick<PlatformService, 'hint'> {
  readonly migrations: readonly Migration[];
  /** Columns that are sealed under the master key. */
  readonly sealedColumns?: readonly SealedColumn[];
  readonly start: (parts: AreaDependencies) => Promise<RunningService>;
}
