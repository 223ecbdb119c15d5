import type { Area } from '../typed-contract/areas.ts';
import type { AreaService, PlatformService } from './platform-service.ts';
import { backendService } from './backend-service.ts';
import { forumService } from './forum-service.ts';
import { notificationsService } from './notifications-service.ts';
import { ssoService } from './sso-service.ts';
import { webService } from './web-service.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../runtime/database/database.ts';
import { migrate, migrationsCurrent } from '../runtime/database/migrations.ts';

/** The services with tables. */
export const areaServices: Readonly<Record<Area, AreaService>> = {
  sso: ssoService,
  forum: forumService,
  backend: backendService,
  notifications: notificationsService,
};

/** Every service that `npm start` can run. */
export const platformServices = { ...areaServices, web: webService } satisfies Record<
  string,
  AreaService | PlatformService
>;

export interface MigrateTablesOptions {
  /** The areas of this database. */
  readonly areas: readonly Area[];
  readonly database: Database;
  /** The PostgreSQL server without a connection pooler; undefined for the embedded engine. */
  readonly directUrl: string | undefined;
  readonly log: DatabaseOptions['log'];
}

/** Migrates the tables of the areas of one database. */
export async function migrateTables({ areas: chosen, database, directUrl, log }: MigrateTablesOptions): Promise<void> {
  // A migration needs a connection of its own without limits, which a pooler would share.
  const direct =
    directUrl === undefined
      ? undefined
      : await openDatabase({ databaseUrl: directUrl, poolSize: 1, statements: 'unlimited', log });
  try {
    for (const area of chosen) await migrate(direct ?? database, area, areaServices[area].migrations);
  } finally {
    await direct?.close();
  }
}

/** Checks that all migrations are applied. @throws Error that names the service whose tables are outdated */
export async function checkTables(chosen: readonly Area[], database: Database): Promise<void> {
  for (const area of chosen) {
    if (!(await migrationsCurrent(database, area, areaServices[area].migrations)))
      throw new Error(
        `The tables of ${area} are not up to date. Run npm run migrate, or start once with RUN_MIGRATIONS=true.`,
      );
  }
}
