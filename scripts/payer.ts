import { setTimeout as sleep } from 'node:timers/promises';
import { internalFetch } from './command/internal-fetch.ts';
import { printResult } from '../cli/platform/print.ts';
import { backendBaseUrl } from '../cli/platform/base-urls.ts';
import { readPaymentKey, rotateStoredPaymentKey, runPayer } from './payer/commands.ts';
import { createPayer } from '../src/payment-simulator/payer.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run payer -- pay <invoice> [--scenario <name>] | rotate-key

Simulates the payment service: pays an invoice and sends the signed webhook to the backend. Prints JSON.`);

// Simulates the platform's payment service: pays an invoice and sends the signed webhook to the backend.
const { env } = process;
await printResult(async () => {
  const payer = async () => {
    const { sign } = await readPaymentKey(env);
    return createPayer({
      baseUrl: backendBaseUrl(env),
      sign,
      fetch: await internalFetch(env),
      sleep: (ms) => sleep(ms),
      random: Math.random,
    });
  };
  return runPayer({ payer, rotateKey: () => rotateStoredPaymentKey(env) }, process.argv.slice(2));
});
