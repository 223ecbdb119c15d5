import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type EntrySize, measureEntries } from './sdk/entries.ts';
import { writeBundles } from './sdk/write-bundles.ts';
import { writeDeclarations, writePackageManifest } from './sdk/write-package.ts';

/** Writes the package `@platform/sdk` into a folder, ready for `npm pack`. @returns the sizes of its browser entries */
async function buildSdk(outdir: string): Promise<readonly EntrySize[]> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  await Promise.all([writeBundles(outdir), writeDeclarations(outdir), writePackageManifest(outdir)]);
  return measureEntries(outdir);
}

/** `node scripts/build-sdk.ts [--outdir <folder>] [--json]`; exits 1 when an entry exceeds its budget. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { outdir: { type: 'string' }, json: { type: 'boolean' } } });
  const { outdir = join(import.meta.dirname, '..', 'dist', 'sdk') } = values;
  const measured = await buildSdk(outdir);
  if (values.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
  else printSizes(outdir, measured);
  const heavy = measured.filter(({ compressed, budget }) => budget !== undefined && compressed > budget);
  if (heavy.length === 0) return;
  process.stderr.write(`These entries exceed their budgets: ${heavy.map(({ name }) => name).join(', ')}.\n`);
  process.exitCode = 1;
}

function printSizes(outdir: string, measured: readonly EntrySize[]): void {
  process.stdout.write(
    `@platform/sdk in ${resolve(outdir)}\n${'entry'.padEnd(18)}${'min'.padStart(9)}${'min+gzip'.padStart(10)}\n`,
  );
  for (const { name, minified, compressed, budget } of measured) {
    const limit = budget === undefined ? '' : `  of ${budget}`;
    process.stdout.write(
      `${name.padEnd(18)}${String(minified).padStart(9)}${String(compressed).padStart(10)}${limit}\n`,
    );
  }
}

await main();
