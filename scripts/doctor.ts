import { loadSettings } from '../src/composition/load-settings.ts';
import { serviceNames } from '../src/composition/settings.ts';
import { openDatabase } from '../src/runtime/database/database.ts';
import { SettingsError } from '../src/runtime/start/settings.ts';
import {
  addressChecks,
  databaseChecks,
  type InstallationCheck,
  lineOf,
  reasonOf,
  runCheck,
  secretChecks,
} from './doctor/checks.ts';
import { showHelp } from './command/show-help.ts';
import { print } from './command/print.ts';

showHelp(`Usage: npm run --silent doctor

Checks an installation with the settings of its environment: settings, addresses, TLS, clocks,
database, migrations, rights and keys. Prints a line per check, ok or what to do. Exit code 1 when a check fails.`);

let failures = 0;
async function report(checks: readonly InstallationCheck[]): Promise<void> {
  for (const check of checks) {
    const result = await runCheck(check);
    if (result.advice !== undefined) failures += 1;
    print(lineOf(result));
  }
}

try {
  const { settings, addresses, production } = await loadSettings(serviceNames, process.env);
  print('ok  the settings are valid');
  const now = () => Date.now();
  await report(secretChecks(settings, production));
  await report(
    addressChecks({ addresses, production, insecureHttp: settings.ALLOW_INSECURE_HTTP === true, fetch, now }),
  );
  if (settings.DATABASE_URL === undefined) print('ok  the database is embedded: its only user is the platform');
  else {
    const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, poolSize: 1 });
    await report(databaseChecks({ database, databaseUrl: settings.DATABASE_URL, production, now })).finally(() =>
      database.close(),
    );
  }
} catch (error) {
  failures += 1;
  if (error instanceof SettingsError) for (const problem of error.problems) print(`settings: ${problem}`);
  else print(`doctor: ${reasonOf(error)}`);
}
process.exitCode = failures === 0 ? 0 : 1;
