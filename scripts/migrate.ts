/** `npm run migrate`: brings the tables of all services up to date and ends. One job per release, before it starts. */
import { areas } from '../src/platform/areas.ts';
import { platformSettings } from '../src/platform/settings.ts';
import { serviceNames } from '../src/platform/service-name.ts';
import { updateTables } from '../src/platform/tables.ts';
import { openDatabase } from '../src/service/database.ts';
import { withSecretFiles } from '../src/service/secret-files.ts';
import { readSettings } from '../src/service/settings.ts';

try {
  const settings = readSettings(platformSettings, withSecretFiles(platformSettings, process.env));
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings;
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 });
  try {
    await updateTables(serviceNames, { database, directUrl, log: undefined });
  } finally {
    await database.close();
  }
  for (const name of serviceNames) {
    const last = areas[name].migrations?.at(-1);
    if (last) console.log(`${name.padEnd(14)} ${last.name}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message);
  process.exitCode = 1;
}
