import { createSsoClient } from '../generated/sso/client.ts';
import { runAdmin } from './admin/commands.ts';
import { internalFetch } from './command/internal-fetch.ts';
import { printResult } from '../cli/platform/print.ts';
import { ssoBaseUrl } from '../cli/platform/base-urls.ts';
import { readAdminKey } from './provider/admin-key.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run admin -- create | list | revoke | grant | invite

Manages administrators, console access and invites with the bootstrap key. Prints JSON; a command without its options says what it needs.`);

// Manages administrators of the platform with the bootstrap key.
const { env } = process;
await printResult(async () => {
  const headers = { authorization: `Bearer ${await readAdminKey(env)}` };
  const client = createSsoClient({ baseUrl: ssoBaseUrl(env), headers, fetch: await internalFetch(env) });
  return runAdmin(client, process.argv.slice(2));
});
