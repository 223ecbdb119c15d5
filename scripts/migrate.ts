/** `npm run migrate`: brings the tables of all services up to date and ends. One job per release, before it starts. */
import { areas } from '../src/platform/areas.ts';
import { platformSettings } from '../src/platform/settings.ts';
import { serviceNames } from '../src/platform/service-name.ts';
import { openDatabase } from '../src/service/database.ts';
import { migrate } from '../src/service/migrations.ts';
import { withSecretFiles } from '../src/service/secret-files.ts';
import { readSettings } from '../src/service/settings.ts';

try {
  const settings = readSettings(platformSettings, withSecretFiles(platformSettings, process.env));
  const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR, poolSize: 2 });
  try {
    for (const name of serviceNames) {
      const { migrations } = areas[name];
      if (!migrations) continue;
      await migrate(database, name, migrations);
      console.log(`${name.padEnd(14)} ${migrations.at(-1)?.name ?? ''}`);
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message);
  process.exitCode = 1;
}
