import { runAdmin } from './admin/commands.ts';
import { administrationClient } from './command/administration-client.ts';
import { printResult } from '../cli/platform/print.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npx platform admin create | list | revoke | grant | invite

Manages administrators, console access and invites with the bootstrap key. Prints JSON; a command without its options says what it needs.`);

// Manages administrators of the platform with the bootstrap key.
await printResult(async () => runAdmin(await administrationClient(process.env), process.argv.slice(2)));
