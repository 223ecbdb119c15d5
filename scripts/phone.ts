import { printNote, printResult } from '../cli/platform/print.ts';
import { phoneOf, runPhone } from '../cli/platform/phone/commands.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run phone -- enroll | link [<link>] | approve <deep_link> | reject <deep_link> | revoke <client_id> |
       inbox | approve <requestId> [--limit N] | reject <requestId>

Software phone: approves or rejects sign-ins, and what agents ask, with a key of its own in PHONE_DIR. With --limit, the
same agent is not asked again for the same until the limit of a day is reached. Prints JSON.`);

// Software phone for terminals, tests and demos: approves or rejects sign-ins with its own key.
await printResult(() => runPhone(phoneOf(process.env, printNote), process.argv.slice(2)));
