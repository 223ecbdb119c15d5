/** `npm run migrate`: migrates the tables of all services. Run it once per release, before the services start. */
import { platformServices } from '../src/composition/platform-services.ts';
import { platformSettings } from '../src/composition/settings.ts';
import { serviceNames } from '../src/composition/service-name.ts';
import { migrateTables } from '../src/composition/table-migrations.ts';
import { openDatabase } from '../src/runtime/database.ts';
import { withSecretFiles } from '../src/runtime/secret-files.ts';
import { readSettings } from '../src/runtime/settings.ts';

try {
  const settings = readSettings(platformSettings, withSecretFiles(platformSettings, process.env));
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings;
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 });
  try {
    await migrateTables(serviceNames, { database, directUrl, log: undefined });
  } finally {
    await database.close();
  }
  for (const name of serviceNames) {
    const last = platformServices[name].migrations?.at(-1);
    if (last) console.log(`${name.padEnd(14)} ${last.name}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message);
  process.exitCode = 1;
}
