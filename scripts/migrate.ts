import { parseArgs } from 'node:util';
import { databasesOf } from '../src/composition/database-settings.ts';
import { areaServices, migrateTables } from '../src/composition/platform-services.ts';
import { readProgramSettings } from '../src/composition/program-settings.ts';
import { distributeTables, rowAreas } from '../src/composition/distribute.ts';
import { openDatabase } from '../src/runtime/database/database.ts';
import { pendingMigrations } from '../src/runtime/database/migrations.ts';
import { chosenAreas } from './command/chosen-areas.ts';
import { showHelp } from './command/show-help.ts';
import { print, printNote } from '../cli/platform/print.ts';
import { connectionProblem } from '../src/runtime/start/system.ts';

showHelp(`Usage: npx platform migrate [area …] [--status | --dry-run | --distribute [--rows] [--dry-run]]

Migrates the tables of the named areas (sso, forum, backend, notifications), or of all, each in its database. Run it once per
release, before the services start. --status prints the last applied and the pending migrations of each area, --dry-run only
what a run would apply; neither changes anything.

--distribute is for the coordinator of a Citus cluster, after a migration: it prints and runs what puts the schema of each area on a
node, or with --rows, what spreads the rows of forum, backend and notifications, and those of sign-ins of sso, instead of their schemas. What is
distributed stays. With --dry-run it only prints.`);

process.umask(0o077);
try {
  const { values: flags, positionals } = parseArgs({
    options: {
      status: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      distribute: { type: 'boolean' },
      rows: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const chosen = chosenAreas(positionals);
  const settings = readProgramSettings(process.env, chosen);
  for (const { areas, databaseUrl, directUrl } of databasesOf(settings, chosen)) {
    if (flags.distribute) {
      const [rows, dryRun] = [flags.rows === true, flags['dry-run'] === true];
      await distributeTables({ directUrl, areas, rows: rows ? rowAreas : [], dryRun, print });
      continue;
    }
    const database = await openDatabase({ databaseUrl, dataDir: settings.DATA_DIR, poolSize: 2 });
    try {
      if (!flags.status && !flags['dry-run']) await migrateTables({ areas, database, directUrl, log: undefined });
      for (const area of areas) {
        const { migrations } = areaServices[area];
        const pending = await pendingMigrations(database, area, migrations);
        const applied = migrations.findLast((migration) => !pending.includes(migration.name))?.name ?? 'none';
        if (flags['dry-run']) for (const migration of pending) print(`${area.padEnd(14)} ${migration}`);
        else print(`${area.padEnd(14)} ${applied}${pending.length > 0 ? `, pending: ${pending.join(', ')}` : ''}`);
      }
    } finally {
      await database.close();
    }
  }
} catch (error) {
  const problem = connectionProblem(error);
  printNote(problem ?? (error instanceof Error ? error.message : String(error)));
  if (problem === undefined && error instanceof Error && error.cause instanceof Error) printNote(error.cause.message);
  process.exitCode = 1;
}
