import type { PlatformSettings } from '../../src/composition/settings.ts';
import type { InstallationCheck } from './check.ts';

/** Distinct characters below which a secret is not random. */
const fewCharacters = 8;

/** Checks that secrets look random and that proxies are named. */
export function secretChecks(settings: PlatformSettings, production: boolean): InstallationCheck[] {
  const weak = (value: string | undefined) => value !== undefined && new Set(value).size < fewCharacters;
  return [
    {
      name: 'the keys look random',
      run: async () => {
        const names = [
          ...(weak(settings.SSO_ADMIN_KEY) ? ['SSO_ADMIN_KEY'] : []),
          ...(settings.MASTER_KEY?.some((key) => new Set(key).size < fewCharacters) ? ['MASTER_KEY'] : []),
        ];
        return names.length === 0
          ? undefined
          : `${names.join(' and ')} can be guessed; create them with npm run --silent secrets`;
      },
    },
    {
      name: 'the proxies are named',
      run: async () =>
        production && settings.TRUSTED_PROXIES.length === 0
          ? 'TRUSTED_PROXIES is not set: behind a proxy, every client counts as one address. Set it to the network of the proxy'
          : undefined,
    },
  ];
}
