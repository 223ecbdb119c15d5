import { appendFile, chmod, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { packagesIn, readLicence } from './licences.ts';

const root = join(import.meta.dirname, '..');

export const executableNames = [
  'agent-id-core',
  'agent-id-git',
  'agent-id-vault',
  'agent-id-auth',
  'agent-id-mcp',
] as const;

/**
 * Loads built-in modules without the ESM loader and only the members in use. An ordinary import costs milliseconds at
 * start, and reading every member of some modules loads many others. process.getBuiltinModule exists since Node 20.16.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin' }));
    bundler.onLoad({ filter: /.*/, namespace: 'builtin' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'default' && name !== 'module.exports');
      // A pure call whose result is not imported is removed from the bundle.
      const members = names.map((name) => `export const ${name} = /* @__PURE__ */ member(${JSON.stringify(name)});`);
      return {
        contents: `const builtin = loadBuiltin(${JSON.stringify(path)});
const member = (name) => builtin[name];
${members.join('\n')}
export default builtin;`,
        loader: 'js',
      };
    });
  },
};

/** Replaces SHA-256 in agent-id-core: `status` hashes a session, which takes less time than loading node:crypto. */
const portableSha256: Plugin = {
  name: 'portable-sha256',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^#sha256$/ }, () => ({ path: join(root, 'src/protocol/sha256.ts') }));
  },
};

interface DeferredPart {
  /** File that is imported dynamically. */
  readonly file: string;
  /** The name that it exports. */
  readonly exported: string;
}

interface BuiltPart {
  readonly metafile: Metafile;
  /** Source of the function that holds it. */
  readonly text: string;
}

/** Stands for the end of a comment in a comment. */
const commentEnd = '*~/';

/** A function whose source contains a script as a comment, which V8 skips faster than a string. */
function commentFunction(name: string, script: string): string {
  if (script.includes(commentEnd)) throw new Error(`The deferred part contains ${commentEnd}.`);
  return `function ${name}() {/*${script.replaceAll('*/', commentEnd)}*/}\n`;
}

/** Takes the class of failures from the executable, whose `instanceof` recognizes those of its deferred parts. */
const sharedFailure: Plugin = {
  name: 'shared-failure',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\/cli\/shared\/failure\.ts$/ }, () => ({
      contents: 'export const Failure = sharedFailure;',
    }));
  },
};

/**
 * Bundles a part of an executable as a comment, which is compiled when it is imported: parsing takes a third of the start of
 * Node in agent-id-core, and longer than the start with the protocol library of agent-id-mcp. The part is a script, since
 * modules in text have no file name in errors.
 */
const deferred = (name: string, { file, exported }: DeferredPart, parts: BuiltPart[]): Plugin => ({
  name: `deferred-${file}`,
  setup: (bundler) => {
    bundler.onResolve({ filter: new RegExp(`/${file}\\.ts$`) }, ({ path, resolveDir, kind }) =>
      kind === 'dynamic-import' ? { path: join(resolveDir, path), namespace: `deferred-${file}` } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: `deferred-${file}` }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        ...bundling,
        entryPoints: [path],
        outfile: `${basename(path, '.ts')}.js`,
        format: 'iife',
        globalName: 'deferred',
        plugins: [lazyBuiltins, withoutCaches, sharedFailure],
        // Scripts have no import.meta; the file is that of the executable.
        define: { 'import.meta.url': 'programUrl', 'import.meta.dirname': 'programDir' },
        write: false,
      });
      // In parentheses, so that V8 compiles the function at once instead of parsing it twice.
      const script = `((loadBuiltin, sharedFailure, programUrl, programDir) => {${outputFiles[0]?.text ?? ''}; return deferred;})`;
      parts.push({ metafile, text: commentFunction(`${exported}Script`, script) });
      return {
        contents: `import { runInThisContext } from 'node:vm';
import { Failure } from ${JSON.stringify(join(root, 'cli/shared/failure.ts'))};
const text = ${exported}Script.toString();
const script = text.slice(text.indexOf('/*') + 2, text.lastIndexOf('*/')).replaceAll('${commentEnd}', '*/');
const load = runInThisContext(script, { filename: ${JSON.stringify(`${name}/${file}.js`)} });
export const { ${exported} } = load(loadBuiltin, Failure, import.meta.url, import.meta.dirname);`,
        loader: 'js',
        resolveDir: dirname(path),
      };
    });
  },
});

const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  conditions: ['node'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
} satisfies BuildOptions;

/** Omits caches, which a process that runs one command never uses. */
const withoutCaches: Plugin = {
  name: 'without-caches',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^lru-cache$/ }, () => ({ path: 'lru-cache', namespace: 'without-caches' }));
    bundler.onLoad({ filter: /.*/, namespace: 'without-caches' }, () => ({
      contents: 'export class LRUCache { get() {} set() {} }',
      loader: 'js',
    }));
  },
};

const banner = `#!/usr/bin/env node
const loadBuiltin = process.getBuiltinModule ?? (await import('node:module')).createRequire(import.meta.url);`;

/** Collects the licences of the bundled libraries; they are part of the file, which may be copied anywhere. */
async function licencesIn(parts: readonly Metafile[]): Promise<string> {
  const names = new Set(parts.flatMap(packagesIn));
  const texts = await Promise.all([...names].sort().map(readLicence));
  // Node reads a file of ASCII in half the time.
  const text = texts.join('\n').replace(/[“”]/g, '"');
  return texts.length === 0 ? '' : `/*\nThis file contains:\n\n${text}*/\n`;
}

/** Plugins of single executables. */
const special = (name: string, parts: BuiltPart[]): Readonly<Record<string, readonly Plugin[]>> => {
  const part = (file: string, exported: string): Plugin => deferred(name, { file, exported }, parts);
  return {
    'agent-id-core': [portableSha256, part('program', 'coreProgram'), part('hook-tool-use', 'hookToolUseCommand')],
    'agent-id-git': [part('program', 'gitProgram'), part('refresh-owner-session', 'refreshOwnerSession')],
    'agent-id-auth': [part('program', 'authProgram'), part('refresh-owner-session', 'refreshOwnerSession')],
    'agent-id-mcp': [part('serve', 'serve')],
  };
};

/** Bundles an executable into one file without dependencies. */
export async function buildExecutable(name: string, outfile: string): Promise<void> {
  const parts: BuiltPart[] = [];
  const { metafile } = await build({
    ...bundling,
    entryPoints: [join(root, 'cli', name, 'main.ts')],
    outfile,
    format: 'esm',
    banner: { js: banner },
    plugins: [lazyBuiltins, withoutCaches, ...(special(name, parts)[name] ?? [])],
  });
  const licences = await licencesIn([metafile, ...parts.map((part) => part.metafile)]);
  await appendFile(outfile, parts.map(({ text }) => text).join('') + licences);
  await chmod(outfile, 0o755);
}

/** `--out <folder> <name>…` builds some executables as `<folder>/<name>/cli.mjs` instead. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
  const names = positionals.length > 0 ? positionals : executableNames;
  for (const name of names) {
    const folder = values.out === undefined ? join(root, 'cli', name, 'bin') : join(values.out, name);
    await mkdir(folder, { recursive: true });
    const outfile = join(folder, 'cli.mjs');
    await buildExecutable(name, outfile);
    const { length } = await readFile(outfile);
    process.stdout.write(`${name}: ${Math.round(length / 1024)} KiB\n`);
  }
}

if (import.meta.main) await main();
