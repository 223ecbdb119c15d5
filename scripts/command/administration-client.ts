import { ssoBaseUrl } from '../../cli/platform/base-urls.ts';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { readAdminKey } from '../provider/admin-key.ts';
import { internalFetch } from './internal-fetch.ts';

/** A client of the sign-in provider with the key of its administrator. */
export async function administrationClient(env: NodeJS.ProcessEnv): Promise<SsoApiClient> {
  const headers = { authorization: `Bearer ${await readAdminKey(env)}` };
  return createSsoClient({ baseUrl: ssoBaseUrl(env), headers, fetch: await internalFetch(env) });
}
