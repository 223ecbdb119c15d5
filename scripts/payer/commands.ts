import { parseArgs } from 'node:util';
import { UsageError } from '../command/print-result.ts';
import type { Payer } from '../../src/payment-simulator/payer.ts';
import { isScenario, scenarios } from '../../src/payment-simulator/payment-outcome.ts';

const payerUsage = `Usage: payer pay <invoice> [--scenario ${scenarios.join('|')}]`;

/** Runs one command of the payer. @returns the result to print besides `ok` */
export async function runPayer(payer: Payer, args: readonly string[]): Promise<object> {
  const { positionals, values } = parse(args);
  const [command, invoice, ...more] = positionals;
  if (command !== 'pay' || invoice === undefined || more.length > 0) throw new UsageError(payerUsage);
  const { scenario } = values;
  if (scenario !== undefined && !isScenario(scenario))
    throw new UsageError(`${scenario} is not a scenario. ${payerUsage}`);
  return payer.pay(invoice, scenario);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { scenario: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} ${payerUsage}`);
  }
}
