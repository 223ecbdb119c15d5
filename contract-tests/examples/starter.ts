import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Framework } from '../../cli/platform/init/create-starter.ts';
import { openChromium } from '../fixtures/chromium.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { type PackedSdk, packSdk } from '../fixtures/sdk-package.ts';

const program = resolve(import.meta.dirname, '../../cli/platform/main.ts');
const run = promisify(execFile);

/** What an application is tried with: a provider, a browser and the packed SDK. */
export async function openProject() {
  const [platform, browser, sdk] = await Promise.all([startPlatform({ services: ['sso'] }), openChromium(), packSdk()]);
  return {
    platform,
    browser,
    sdk,
    close: async () => {
      await browser.close();
      await sdk.close();
      await platform.stop();
      await deletePlatformData(platform);
    },
  };
}

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
