import { parseArgs } from 'node:util';
import { startMock } from '../cli/platform/processes.ts';
import { areas } from '../src/typed-contract/areas.ts';
import { showHelp } from './command/show-help.ts';

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
// The same as `platform mock`.
await startMock(area, Number(values.port));
