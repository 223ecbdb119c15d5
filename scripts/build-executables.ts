import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

export const executables = ['agent-id-core', 'agent-id-git', 'agent-id-vault', 'agent-id-auth'] as const;

/**
 * Built-in modules are fetched when first used: an ESM import of one costs milliseconds at start, several
 * of them more than the rest of a command. Node has had process.getBuiltinModule since 20.16.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin' }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = loadBuiltin(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

const banner = `#!/usr/bin/env node
const loadBuiltin = process.getBuiltinModule ?? (await import('node:module')).createRequire(import.meta.url);`;

/** Bundles an executable into one file that needs nothing beside it. */
export async function buildExecutable(name: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, 'cli', name, 'main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['node'],
    banner: { js: banner },
    plugins: [lazyBuiltins],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'eof',
    logLevel: 'warning',
  });
  await chmod(outfile, 0o755);
}

async function main(): Promise<void> {
  for (const name of executables) {
    const folder = join(root, 'cli', name, 'bin');
    await mkdir(folder, { recursive: true });
    const outfile = join(folder, 'cli.mjs');
    await buildExecutable(name, outfile);
    const { length } = await readFile(outfile);
    process.stdout.write(`${name}: ${Math.round(length / 1024)} KiB\n`);
  }
}

if (import.meta.main) await main();
