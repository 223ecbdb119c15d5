import { createSsoClient } from '../generated/sso/client.ts';
import { internalFetch } from './command/internal-fetch.ts';
import { printResult } from '../cli/platform/print.ts';
import { ssoBaseUrl } from '../cli/platform/base-urls.ts';
import { readAdminKey } from './provider/admin-key.ts';
import { runProvider } from './provider/commands.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run provider -- create | list | update | disable | create-secret | revoke-secret | rotate-key | revoke-key

Manages applications and signing keys of the sign-in provider. Prints JSON; a command without its options says what it needs.`);

// Manages applications and signing keys of the sign-in provider through its admin operations.
const { env } = process;
await printResult(async () => {
  const headers = { authorization: `Bearer ${await readAdminKey(env)}` };
  const client = createSsoClient({ baseUrl: ssoBaseUrl(env), headers, fetch: await internalFetch(env) });
  return runProvider(client, process.argv.slice(2));
});
