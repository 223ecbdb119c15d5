#!/usr/bin/env node
// The program of a release: `npx platform start` is the same as `npm start`. Plain JavaScript, so that an old Node gets a clear line.
import './node-20.mjs';
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const programs = Object.fromEntries(
  Object.entries(manifest.scripts).flatMap(([name, command]) => {
    const program = /^(?:exec )?node (\S+\.js)$/.exec(command)?.[1];
    return program === undefined ? [] : [[name, program]];
  }),
);

const [command = '', ...args] = process.argv.slice(2);
const usage = `Usage: npx platform ${Object.keys(programs).join(' | ')}`;
if (command === '--help' || command === '-h')
  console.log(`${usage}\n\nnpx platform <program> --help explains a program.`);
else if (command === '--version') console.log(manifest.version);
else if (Object.hasOwn(programs, command)) {
  const program = new URL(programs[command], import.meta.url);
  process.argv = [process.argv[0], program.pathname, ...args];
  await import(program.href);
} else {
  console.error(usage);
  process.exitCode = 2;
}
