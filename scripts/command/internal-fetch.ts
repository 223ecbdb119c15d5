import { chooseAddresses } from '../../src/platform/addresses.ts';
import { createInternalFetch } from '../../src/platform/internal-fetch.ts';
import { platformSettings } from '../../src/platform/settings.ts';
import { withSecretFiles } from '../../src/service/secret-files.ts';
import { readSettings } from '../../src/service/settings.ts';

/** Reaches the services as they reach each other: a command that runs beside them has their settings (INTERNAL_HOST). */
export async function internalFetch(env: NodeJS.ProcessEnv): Promise<typeof globalThis.fetch> {
  const settings = readSettings(platformSettings, withSecretFiles(platformSettings, env));
  return createInternalFetch(globalThis.fetch, await chooseAddresses(settings), settings.INTERNAL_HOST);
}
