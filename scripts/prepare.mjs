// `npm run prepare`, which `npm ci` runs too: builds what the services serve. Plain JavaScript, so that an old Node gets a clear line.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

if (process.argv.includes('--help')) {
  console.log(`Usage: npm run prepare

Builds the executables of the toolkit, the scripts of web pages, the documentation and the prepared embedded database.
Without development dependencies (npm ci --omit=dev) it builds only what needs none of them, and says what is missing.`);
  process.exit();
}

// `bin` of package.json would make `npx platform` install the clone elsewhere and build everything again.
if (process.platform !== 'win32') {
  const programs = join(import.meta.dirname, '..', 'node_modules', '.bin');
  mkdirSync(programs, { recursive: true });
  rmSync(join(programs, 'platform'), { force: true });
  symlinkSync('../../scripts/platform.mjs', join(programs, 'platform'));
}

const { resolve } = createRequire(import.meta.url);

/** The first of the packages that is not installed. */
function missing(packages) {
  return packages.find((name) => {
    try {
      return resolve(name) === '';
    } catch {
      return true;
    }
  });
}

const pages = [
  { script: 'build-executables.ts', builds: 'the executables of the toolkit', needs: ['esbuild'] },
  { script: 'build-web.ts', builds: 'the scripts of web pages', needs: ['esbuild', 'vite'] },
  { script: 'build-docs.ts', builds: 'the documentation', needs: [] },
];
const database = [{ script: 'embedded-image.ts', builds: 'the prepared embedded database', needs: [] }];
const skipped = pages.filter(({ needs }) => missing(needs) !== undefined);
if (skipped.length > 0) {
  console.error(
    `Not built, because development dependencies are not installed: ${skipped.map(({ builds }) => builds).join(', ')}. Run \`npm ci\`, or use a release, which contains them.`,
  );
}

/** Runs the scripts of parts, one after another, up to the first that fails. */
async function build(parts) {
  for (const { script } of parts.filter((part) => !skipped.includes(part))) {
    const [status] = await once(
      spawn(process.execPath, [join(import.meta.dirname, script)], { stdio: 'inherit' }),
      'exit',
    );
    if (status === 0) continue;
    process.exitCode = status ?? 1;
    return;
  }
}

// The database is nearly half of the work and needs nothing of the others; the documentation has a script of the pages.
await Promise.all([build(pages), build(database)]);
