import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Measured, measureEntries } from './sdk/measure-entries.ts';
import { writeBundles } from './sdk/write-bundles.ts';
import { writeDeclarations } from './sdk/write-declarations.ts';
import { writeManifest } from './sdk/write-manifest.ts';

/** Writes the package `@platform/sdk` into a folder, ready for `npm pack`. @returns what its browser entries weigh */
export async function buildSdk(outdir: string): Promise<readonly Measured[]> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  await Promise.all([writeBundles(outdir), writeDeclarations(outdir), writeManifest(outdir)]);
  return measureEntries(outdir);
}

async function main(): Promise<void> {
  const outdir = join(import.meta.dirname, '..', 'dist', 'sdk');
  const measured = await buildSdk(outdir);
  process.stdout.write(
    `@platform/sdk in ${resolve(outdir)}\n${'entry'.padEnd(18)}${'min'.padStart(9)}${'min+gzip'.padStart(10)}\n`,
  );
  for (const { name, minified, compressed, budget } of measured) {
    const limit = budget === undefined ? '' : `  of ${budget}`;
    process.stdout.write(
      `${name.padEnd(18)}${String(minified).padStart(9)}${String(compressed).padStart(10)}${limit}\n`,
    );
  }
  const heavy = measured.filter(({ compressed, budget }) => budget !== undefined && compressed > budget);
  if (heavy.length === 0) return;
  process.stderr.write(`Too heavy: ${heavy.map(({ name }) => name).join(', ')}.\n`);
  process.exitCode = 1;
}

if (import.meta.main) await main();
