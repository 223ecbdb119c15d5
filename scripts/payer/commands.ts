import { setTimeout as sleep } from 'node:timers/promises';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { parseWords, UsageError } from '../../cli/platform/print.ts';
import { createPayer, isScenario, scenarios } from '../../src/payment-simulator/payer.ts';
import { loadPaymentKey, loadPaymentKeys, rotatePaymentKey } from '../../src/composition/development-data.ts';
import { serviceBaseUrl } from '../../cli/platform/base-urls.ts';
import { internalFetch } from '../command/administration-client.ts';

const payerUsage = `Usage: payer pay <invoice> [--scenario ${scenarios.join('|')}] [--token <name>], or payer rotate-key`;

/** What the commands use; with the key of the data directory. */
export const payerTools = (env: NodeJS.ProcessEnv) => ({
  payer: async () => {
    const { seed } = await loadPaymentKey(await directoryWithKey(env));
    return createPayer({
      baseUrl: serviceBaseUrl(env, 'backend'),
      sign: (message) => ed25519.sign(message, seed),
      fetch: await internalFetch(env),
      sleep: (ms) => sleep(ms),
      random: Math.random,
    });
  },
  /** Replaces the key and keeps the previous one. @returns both public keys, the newest first */
  rotateKey: async (): Promise<readonly string[]> => {
    const dataDir = await directoryWithKey(env);
    await rotatePaymentKey(dataDir);
    return loadPaymentKeys(dataDir);
  },
});

/** Runs one command of the payer. @returns the result to print besides `ok` */
export async function runPayer(
  { payer, rotateKey }: ReturnType<typeof payerTools>,
  args: readonly string[],
): Promise<object> {
  const options = { scenario: { type: 'string' }, token: { type: 'string' } } as const;
  const { positionals, values } = parseWords(args, options, payerUsage);
  const [command, invoice, ...more] = positionals;
  if (command === 'rotate-key' && invoice === undefined) return { webhookPublicKey: (await rotateKey()).join(',') };
  if (command !== 'pay' || invoice === undefined || more.length > 0) throw new UsageError(payerUsage);
  const { scenario } = values;
  if (scenario !== undefined && !isScenario(scenario))
    throw new UsageError(`${scenario} is not a scenario. ${payerUsage}`);
  return (await payer()).pay(invoice, { scenario, tokenName: values.token });
}

async function directoryWithKey(env: NodeJS.ProcessEnv): Promise<string> {
  const dataDir = env['DATA_DIR'] || './.data';
  const file = join(dataDir, 'payment.key');
  // No backend would accept a key created here.
  await access(file).catch(() => {
    throw new Error(`There is no payment key: start the platform once so that it writes ${file}, or set DATA_DIR.`);
  });
  return dataDir;
}
