import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { databaseAddressOf } from '../src/composition/database-settings.ts';
import { readProgramSettings } from '../src/composition/program-settings.ts';
import type { NotificationsDatabase } from '../src/notifications/database.ts';
import { rotateVapidKey, createPushKeyStore } from '../src/notifications/push/push-key-store.ts';
import { openDatabase } from '../src/runtime/database/database.ts';
import { loadMasterKey } from '../src/runtime/start/master-key.ts';
import { showHelp } from './command/show-help.ts';
import { print, printNote } from '../cli/platform/print.ts';

showHelp(`Usage: npx platform rotate-push-key

Creates a VAPID key that browsers subscribe with from now on, while the services run. Prints the keys
and how many devices use each; --status only prints them.`);

process.umask(0o077);
try {
  const { values } = parseArgs({ options: { status: { type: 'boolean', default: false } } });
  const settings = readProgramSettings(process.env, ['notifications']);
  const { DATA_DIR: dataDir, MASTER_KEY: keys } = settings;
  const { databaseUrl } = databaseAddressOf(settings, 'notifications');
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 1 });
  try {
    const store = createPushKeyStore(database.as<NotificationsDatabase>());
    if (!values.status) {
      const masterKey = await loadMasterKey({ keys, dataDir });
      await rotateVapidKey(store, { masterKey, id: randomUUID(), now: new Date() });
    }
    for (const { publicKey, createdAt, replacedAt, devices } of await store.listUses()) {
      const end = replacedAt === null ? 'current' : `replaced ${replacedAt.toISOString()}`;
      print(`${publicKey}  created ${createdAt.toISOString()}, ${end}, ${devices} devices`);
    }
  } finally {
    await database.close();
  }
} catch (error) {
  printNote(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
