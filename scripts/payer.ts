import { printResult } from '../cli/platform/print.ts';
import { payerTools, runPayer } from './payer/commands.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npx platform payer pay <invoice> [--scenario <name>] | rotate-key

Simulates the payment service: pays an invoice and sends the signed webhook to the backend. Prints JSON.`);

// Simulates the platform's payment service: pays an invoice and sends the signed webhook to the backend.
await printResult(() => runPayer(payerTools(process.env), process.argv.slice(2)));
