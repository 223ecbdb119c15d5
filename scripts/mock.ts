import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { areas } from '../src/typed-contract/areas.ts';
import { showHelp } from './command/show-help.ts';
import { startChild } from './command/start-child.ts';

showHelp(`Usage: npm run mock -- <area> [--port N]

Starts a mock server that responds with the contract's examples.`);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4010' } },
});
const area = areas.find((name) => name === positionals[0]);
if (area === undefined || positionals.length !== 1) {
  console.error(`Usage: npm run mock -- ${areas.join('|')} [--port N]`);
  process.exit(2);
}
const contract = resolve(import.meta.dirname, '..', 'generated', area, 'spec.json');
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli');
const server = startChild([prism, 'mock', contract, '--port', values.port]);
// Forwards the signal, because Prism would keep its port.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
