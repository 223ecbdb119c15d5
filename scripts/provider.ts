import { createSsoClient } from '../generated/sso/client.ts';
import { printResult } from './command/print-result.ts';
import { ssoBaseUrl } from './command/sso-base-url.ts';
import { readAdminKey } from './provider/admin-key.ts';
import { runProvider } from './provider/commands.ts';

// Applications of the sign-in provider: registered, listed and switched off over its own admin operations.
const { env } = process;
await printResult(async () => {
  const headers = { authorization: `Bearer ${await readAdminKey(env)}` };
  return runProvider(createSsoClient({ baseUrl: ssoBaseUrl(env), headers }), process.argv.slice(2));
});
