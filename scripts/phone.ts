import { join } from 'node:path';
import { printNote, printResult } from './command/print.ts';
import { ssoBaseUrl } from './command/base-urls.ts';
import { runPhone } from './phone/commands.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run phone -- enroll | approve <deep_link> | reject <deep_link> | revoke <client_id>

Software phone: approves or rejects sign-ins with a key of its own in PHONE_DIR. Prints JSON.`);

// Software phone for terminals, tests and demos: approves or rejects sign-ins with its own key.
const { env } = process;
await printResult(() =>
  runPhone(
    {
      directory: env['PHONE_DIR'] || join(env['DATA_DIR'] || './.data', 'phone'),
      baseUrl: ssoBaseUrl(env),
      show: printNote,
    },
    process.argv.slice(2),
  ),
);
