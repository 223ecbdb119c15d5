import { parseArgs } from 'node:util';
import { UsageError } from '../command/print-result.ts';
import type { Payer } from '../../src/payment-simulator/payer.ts';
import { isScenario, scenarios } from '../../src/payment-simulator/payment-outcome.ts';

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
