import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Framework } from '../../cli/platform/init/create-starter.ts';
import type { PackedSdk } from '../fixtures/sdk-package.ts';

const program = resolve(import.meta.dirname, '../../cli/platform/main.ts');
const run = promisify(execFile);

export interface StarterSettings {
  readonly ssoUrl: string;
  /** Hexadecimal. */
  readonly webhookPublicKey: string;
}

/** Writes a starter with the packed SDK by `platform init`, and installs it from the registry. @returns its folder */
export async function installStarter(
  sdk: PackedSdk,
  framework: Framework,
  { ssoUrl, webhookPublicKey }: StarterSettings,
): Promise<string> {
  const folder = join(sdk.folder, `starter-${framework}`);
  const options = ['--sdk', sdk.tarball, '--sso-url', ssoUrl, '--webhook-public-key', webhookPublicKey];
  await run(process.execPath, [program, 'init', framework, folder, ...options]);
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  return folder;
}

/** Tells whether something answers at an address. */
export const isServed = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
