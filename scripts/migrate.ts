import { parseArgs } from 'node:util';
import { migrateTables, platformServices } from '../src/composition/platform-services.ts';
import { platformSettings, serviceNames } from '../src/composition/settings.ts';
import { openDatabase } from '../src/runtime/database/database.ts';
import { pendingMigrations } from '../src/runtime/database/migrations.ts';
import { withSecretFiles } from '../src/runtime/start/setting-sources.ts';
import { readSettings } from '../src/runtime/start/settings.ts';
import { showHelp } from './command/show-help.ts';
import { print, printNote } from './command/print.ts';
import { socketProblem } from '../src/runtime/start/system.ts';

showHelp(`Usage: npm run migrate [-- --status | --dry-run]

Migrates the tables of all services. Run it once per release, before the
services start. --status prints the last applied and the pending migrations of each service, --dry-run only what a run
would apply; neither changes anything.`);

process.umask(0o077);
try {
  const { values: flags } = parseArgs({ options: { status: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } });
  const settings = readSettings(platformSettings, withSecretFiles(platformSettings, process.env));
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings;
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 });
  try {
    if (!flags.status && !flags['dry-run'])
      await migrateTables(serviceNames, { database, directUrl: directUrl ?? databaseUrl, log: undefined });
    for (const name of serviceNames) {
      const { migrations } = platformServices[name];
      if (migrations === undefined) continue;
      const pending = await pendingMigrations(database, name, migrations);
      const applied = migrations.findLast((migration) => !pending.includes(migration.name))?.name ?? 'none';
      if (flags['dry-run']) for (const migration of pending) print(`${name.padEnd(14)} ${migration}`);
      else print(`${name.padEnd(14)} ${applied}${pending.length > 0 ? `, pending: ${pending.join(', ')}` : ''}`);
    }
  } finally {
    await database.close();
  }
} catch (error) {
  const problem = socketProblem(error);
  printNote(problem ?? (error instanceof Error ? error.message : String(error)));
  if (problem === undefined && error instanceof Error && error.cause instanceof Error) printNote(error.cause.message);
  process.exitCode = 1;
}
