import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run build

Builds the executables of the toolkit, the scripts of web pages and the package of the SDK, ready for npm pack.`);

for (const script of ['build-executables.ts', 'build-web.ts', 'build-sdk.ts'])
  execFileSync(process.execPath, [join(import.meta.dirname, script)], { stdio: 'inherit' });
