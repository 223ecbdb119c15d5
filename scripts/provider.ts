import { administrationClient } from './command/administration-client.ts';
import { printResult } from '../cli/platform/print.ts';
import { runProvider } from './provider/commands.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npx platform provider create | list | update | disable | create-secret | revoke-secret | rotate-key | revoke-key

Manages applications and signing keys of the sign-in provider. Prints JSON; a command without its options says what it needs.`);

// Manages applications and signing keys of the sign-in provider through its admin operations.
await printResult(async () => runProvider(await administrationClient(process.env), process.argv.slice(2)));
