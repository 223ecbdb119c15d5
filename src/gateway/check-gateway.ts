import { socketProblem } from '../runtime/start/system.ts';
import type { GatewayConfig } from './config.ts';
import { connectRedis } from './redis.ts';
import type { GatewaySettings } from './settings.ts';
import { loadSigningKeys } from './signing-keys.ts';

export interface CheckResult {
  /** What is true when the check passes. */
  readonly name: string;
  /** What to do; undefined when it passed. */
  readonly advice: string | undefined;
}

/** Seconds by which the clocks of gateway and provider may differ: proofs are valid for a minute. */
const clockTolerance = 30;

/** Checks what a gateway needs at run time: provider, clock, keys, and Redis. Starts nothing. */
export async function checkGateway(
  config: GatewayConfig,
  settings: GatewaySettings,
  fetch: typeof globalThis.fetch,
): Promise<readonly CheckResult[]> {
  const { issuer } = config;
  const jwks = `${issuer}/oauth/jwks`;
  let date: string | null = null;
  const checks: [name: string, run: () => Promise<string | undefined>][] = [
    [
      `the provider ${issuer} publishes its keys`,
      async () => {
        const response = await fetch(jwks, { signal: AbortSignal.timeout(5_000) });
        date = response.headers.get('date');
        const text = await response.text();
        if (response.status !== 200) return `${jwks} responds ${response.status}: correct issuer in the file`;
        return text.includes('"keys"') ? undefined : `${jwks} has no key set: correct issuer in the file`;
      },
    ],
    [
      'the clock agrees with that of the provider',
      async () => {
        if (date === null) return 'the provider did not respond';
        const seconds = Math.round(Math.abs(Date.parse(date) - Date.now()) / 1000);
        return seconds <= clockTolerance ? undefined : `the clocks differ by ${seconds} s: synchronise this one (NTP)`;
      },
    ],
    [
      'the keys of assertions can be read by this user alone',
      async () => {
        await loadSigningKeys(settings);
        return undefined;
      },
    ],
  ];
  const { REDIS_URL: url } = settings;
  if (url !== undefined)
    checks.push([
      'Redis stores used proofs',
      async () => {
        const redis = await connectRedis(url);
        try {
          await redis.command(['SET', 'gateway:check', '1', 'EX', '1']);
          return undefined;
        } finally {
          redis.close();
        }
      },
    ]);
  const results: CheckResult[] = [];
  for (const [name, run] of checks) results.push({ name, advice: await run().catch(reasonOf) });
  return results;
}

/** Returns the message of the innermost cause, which names what fetch only wraps. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const problem = socketProblem(error);
  if (problem !== undefined) return problem;
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
