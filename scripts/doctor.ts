import { parseArgs } from 'node:util';
import { runDoctor } from '../cli/platform/doctor/run-doctor.ts';
import { print } from '../cli/platform/print.ts';
import { lineOf } from '../src/runtime/start/system.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run --silent doctor [-- --gateway gateway.json]

Checks an installation with the settings of its environment: settings, addresses, TLS, clocks,
database, migrations, rights and keys. Prints a line per check, ok or what to do. Exit code 1 when a check fails.

  --gateway <file>  check a gateway that runs on this machine with this file, instead of the services`);

// The same as `platform doctor`.
const failures = await runDoctor({
  env: process.env,
  gatewayFile: readArguments(),
  report: (result) => print(lineOf(result)),
});
process.exitCode = failures === 0 ? 0 : 1;

/** @returns the file of a gateway */
function readArguments(): string | undefined {
  try {
    return parseArgs({ options: { gateway: { type: 'string' } } }).values.gateway;
  } catch (error) {
    process.stderr.write(`doctor: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}
