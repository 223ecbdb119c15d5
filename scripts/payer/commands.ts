import { parseArgs } from 'node:util';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { UsageError } from '../../cli/platform/print.ts';
import type { Payer } from '../../src/payment-simulator/payer.ts';
import { isScenario, scenarios } from '../../src/payment-simulator/payment-outcome.ts';
import { loadPaymentKey, loadPaymentKeys, rotatePaymentKey } from '../../src/composition/development-data.ts';
import type { Ed25519Sign } from '../../src/protocol/proof-jwt.ts';

const payerUsage = `Usage: payer pay <invoice> [--scenario ${scenarios.join('|')}] [--token <name>], or payer rotate-key`;

/** What the commands use. */
export interface PayerTools {
  /** Creates the payer with the key of the data directory. */
  readonly payer: () => Promise<Payer>;
  /** Replaces the key of the data directory. @returns the public keys, the newest first */
  readonly rotateKey: () => Promise<readonly string[]>;
}

/** Runs one command of the payer. @returns the result to print besides `ok` */
export async function runPayer({ payer, rotateKey }: PayerTools, args: readonly string[]): Promise<object> {
  const { positionals, values } = parse(args);
  const [command, invoice, ...more] = positionals;
  if (command === 'rotate-key' && invoice === undefined) return { webhookPublicKey: (await rotateKey()).join(',') };
  if (command !== 'pay' || invoice === undefined || more.length > 0) throw new UsageError(payerUsage);
  const { scenario } = values;
  if (scenario !== undefined && !isScenario(scenario))
    throw new UsageError(`${scenario} is not a scenario. ${payerUsage}`);
  return (await payer()).pay(invoice, { scenario, tokenName: values.token });
}

function parse(args: readonly string[]) {
  try {
    const options = { scenario: { type: 'string' }, token: { type: 'string' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} ${payerUsage}`);
  }
}

/** Reads the development payment key that the platform wrote into `DATA_DIR` at its first start. */
export async function readPaymentKey(env: NodeJS.ProcessEnv): Promise<{ readonly sign: Ed25519Sign }> {
  const { seed } = await loadPaymentKey(await directoryWithKey(env));
  return { sign: (message) => ed25519.sign(message, seed) };
}

/** Replaces the development payment key and keeps the previous one. @returns both public keys, the newest first */
export async function rotateStoredPaymentKey(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const dataDir = await directoryWithKey(env);
  await rotatePaymentKey(dataDir);
  return loadPaymentKeys(dataDir);
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
