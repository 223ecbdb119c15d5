import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platformSettings } from '../../src/composition/settings.ts';
import { withSecretFiles } from '../../src/runtime/start/setting-sources.ts';

/** Returns the administrator's key: `SSO_ADMIN_KEY`, else the file that the provider wrote into `DATA_DIR`. */
export async function readAdminKey(env: NodeJS.ProcessEnv): Promise<string> {
  const configured = withSecretFiles(platformSettings, env)['SSO_ADMIN_KEY'];
  if (configured) return configured;
  const file = join(env['DATA_DIR'] || './.data', 'admin.key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new Error(
      `There is no administrator's key: set SSO_ADMIN_KEY, or start the provider once so that it writes ${file}.`,
    );
  }
}
