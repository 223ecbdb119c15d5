import { join } from 'node:path';
import { printResult } from './command/print-result.ts';
import { ssoBaseUrl } from './command/sso-base-url.ts';
import { runPhone } from './phone/commands.ts';

// A phone for terminals, tests and demos: it approves what its caller tells it to, with a key of its own.
const { env } = process;
await printResult(() =>
  runPhone(
    {
      directory: env['PHONE_DIR'] || join(env['DATA_DIR'] || './.data', 'phone'),
      baseUrl: ssoBaseUrl(env),
      show: (text) => console.error(text),
    },
    process.argv.slice(2),
  ),
);
