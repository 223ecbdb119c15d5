import { areas } from '../src/typed-contract/areas.ts';
import { databasesOf } from '../src/composition/database-settings.ts';
import { areaServices } from '../src/composition/platform-services.ts';
import { readProgramSettings } from '../src/composition/program-settings.ts';
import { openDatabase } from '../src/runtime/database/database.ts';
import { createMasterKey } from '../src/runtime/start/master-key.ts';
import { resealColumn } from '../src/runtime/database/sealed-column.ts';
import { showHelp } from './command/show-help.ts';
import { print, printNote } from '../cli/platform/print.ts';

showHelp(`Usage: npx platform rotate-master-key

Encrypts all data at rest again with the first key of MASTER_KEY, in batches, while the services
run. It can be interrupted and repeated. Afterwards the former keys are needed no more.`);

process.umask(0o077);
try {
  const settings = readProgramSettings(process.env, areas);
  const [key, ...former] = settings.MASTER_KEY ?? [];
  if (key === undefined || former.length === 0)
    throw new Error(
      'MASTER_KEY must list the new key and the former ones, separated by commas: the new one first. See docs/operating.md, Rotate secrets.',
    );
  if (former.some((one) => Buffer.compare(one, key) === 0))
    throw new Error('MASTER_KEY lists its first key twice: put a new key in front of the former ones.');
  for (const { areas: names, databaseUrl } of databasesOf(settings, areas)) {
    const database = await openDatabase({ databaseUrl, dataDir: settings.DATA_DIR, poolSize: 1 });
    try {
      for (const column of names.flatMap((name) => areaServices[name].sealedColumns ?? [])) {
        const { resealed, current } = await resealColumn(database.db, createMasterKey(key, ...former), column);
        const name = `${column.table}.${column.column}`;
        print(`${name.padEnd(44)} ${resealed} encrypted again, ${current} already with the first key`);
      }
    } finally {
      await database.close();
    }
  }
} catch (error) {
  printNote(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
