import { chooseAddresses, createInternalFetch } from '../../src/composition/addresses.ts';
import { platformSettings } from '../../src/composition/settings.ts';
import { withSecretFiles } from '../../src/runtime/start/setting-sources.ts';
import { readSettings } from '../../src/runtime/start/settings.ts';

/** Sends requests through INTERNAL_HOST, as the services do; commands that run beside them have the same settings. */
export async function internalFetch(env: NodeJS.ProcessEnv): Promise<typeof globalThis.fetch> {
  const settings = readSettings(platformSettings, withSecretFiles(platformSettings, env));
  return createInternalFetch(globalThis.fetch, await chooseAddresses(settings), settings.INTERNAL_HOST);
}
