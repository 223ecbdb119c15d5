import type { InstallationCheck } from '../runtime/start/system.ts';
import type { GatewayConfig } from './config.ts';
import { connectRedis } from '../runtime/outbound/redis.ts';
import type { GatewaySettings } from './settings.ts';
import { existingSigningKeys } from './signing-keys.ts';

/** Seconds by which the clocks of gateway and provider may differ: proofs are valid for a minute. */
const clockTolerance = 30;

/** Checks what a gateway needs at run time, in this order: provider, clock, keys, and Redis. Starts and creates nothing. */
export function gatewayChecks(
  config: GatewayConfig,
  settings: GatewaySettings,
  fetch: typeof globalThis.fetch,
): readonly InstallationCheck[] {
  const { issuer } = config;
  const jwks = `${issuer}/oauth/jwks`;
  let date: string | null = null;
  const checks: InstallationCheck[] = [
    {
      name: `the provider ${issuer} publishes its keys`,
      run: async () => {
        const response = await fetch(jwks, { signal: AbortSignal.timeout(5_000) });
        date = response.headers.get('date');
        const text = await response.text();
        if (response.status !== 200) return `${jwks} responds ${response.status}: correct issuer in the file`;
        return text.includes('"keys"') ? undefined : `${jwks} has no key set: correct issuer in the file`;
      },
    },
    {
      name: 'the clock agrees with that of the provider',
      run: async () => {
        if (date === null) return 'the provider did not respond';
        const seconds = Math.round(Math.abs(Date.parse(date) - Date.now()) / 1000);
        return seconds <= clockTolerance ? undefined : `the clocks differ by ${seconds} s: synchronise this one (NTP)`;
      },
    },
    {
      name: 'the keys of assertions can be read by this user alone',
      run: async () => {
        await existingSigningKeys(settings);
        return undefined;
      },
    },
  ];
  const { REDIS_URL: url } = settings;
  if (url !== undefined)
    checks.push({
      name: 'Redis stores used proofs',
      run: async () => {
        const redis = await connectRedis(url);
        try {
          await redis.command(['SET', 'gateway:check', '1', 'EX', '1']);
          return undefined;
        } finally {
          redis.close();
        }
      },
    });
  return checks;
}
