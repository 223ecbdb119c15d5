import { serviceBaseUrl } from '../../cli/platform/base-urls.ts';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readProgramSettings } from '../../src/composition/program-settings.ts';
import { chooseAddresses, createInternalFetch } from '../../src/composition/addresses.ts';

/** Sends requests through INTERNAL_HOST, as the services do; commands that run beside them have the same settings. */
export async function internalFetch(env: NodeJS.ProcessEnv): Promise<typeof globalThis.fetch> {
  const settings = readProgramSettings(env);
  return createInternalFetch(globalThis.fetch, await chooseAddresses(settings), settings.INTERNAL_HOST);
}

/** A client of the sign-in provider with the key of its administrator. */
export async function administrationClient(env: NodeJS.ProcessEnv): Promise<SsoApiClient> {
  const headers = { authorization: `Bearer ${await readAdminKey(env)}` };
  return createSsoClient({ baseUrl: serviceBaseUrl(env, 'sso'), headers, fetch: await internalFetch(env) });
}

/** Returns the administrator's key: `SSO_ADMIN_KEY`, else the file that the provider wrote into `DATA_DIR`. */
async function readAdminKey(env: NodeJS.ProcessEnv): Promise<string> {
  const { SSO_ADMIN_KEY: configured } = readProgramSettings(env);
  if (configured !== undefined) return configured;
  const file = join(env['DATA_DIR'] || './.data', 'admin.key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new Error(
      `There is no administrator's key: set SSO_ADMIN_KEY, or start the provider once so that it writes ${file}.`,
    );
  }
}
