import type { PlatformService } from './platform-service.ts';
import { backendService } from './backend-service.ts';
import { forumService } from './forum-service.ts';
import { notificationsService } from './notifications-service.ts';
import type { ServiceName } from './settings.ts';
import { ssoService } from './sso-service.ts';
import { webService } from './web-service.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../runtime/database/database.ts';
import { migrate, migrationsCurrent } from '../runtime/database/migrations.ts';

/** Every service that `npm start` can run. */
export const platformServices: Readonly<Record<ServiceName, PlatformService>> = {
  sso: ssoService,
  forum: forumService,
  backend: backendService,
  notifications: notificationsService,
  web: webService,
};

export interface MigrateTablesOptions {
  readonly database: Database;
  /** The PostgreSQL server without a connection pooler; undefined for the embedded engine. */
  readonly directUrl: string | undefined;
  readonly log: DatabaseOptions['log'];
}

/** Migrates the tables of some services. */
export async function migrateTables(services: readonly ServiceName[], parts: MigrateTablesOptions): Promise<void> {
  const { database, directUrl, log } = parts;
  // A migration needs a connection of its own without limits, which a pooler would share.
  const direct =
    directUrl === undefined
      ? undefined
      : await openDatabase({ databaseUrl: directUrl, poolSize: 1, statements: 'unlimited', log });
  try {
    for (const name of services) {
      const { migrations } = platformServices[name];
      if (migrations) await migrate(direct ?? database, name, migrations);
    }
  } finally {
    await direct?.close();
  }
}

/** Checks that all migrations are applied. @throws Error that names the service whose tables are outdated */
export async function checkTables(services: readonly ServiceName[], database: Database): Promise<void> {
  for (const name of services) {
    const { migrations } = platformServices[name];
    if (migrations && !(await migrationsCurrent(database, name, migrations)))
      throw new Error(
        `The tables of ${name} are not up to date. Run npm run migrate, or start once with RUN_MIGRATIONS=true.`,
      );
  }
}
