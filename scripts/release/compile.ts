import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

const options = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['node'],
  jsx: 'automatic',
  packages: 'external',
  charset: 'utf8',
  logLevel: 'warning',
  write: false,
  outdir: 'out',
} satisfies BuildOptions;

/** Path of the JavaScript of a TypeScript file. */
export const compiledPath = (path: string): string => path.replace(/\.tsx?$/, '.js');

/** Keeps every module a file of its own at the same place, because modules find files beside them. JSON becomes a part of its importer. */
const separateModules: Plugin = {
  name: 'separate-modules',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[.#]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === separateModules) return undefined;
      const resolved = await bundler.resolve(path, { kind, importer, resolveDir, pluginData: separateModules });
      if (resolved.errors.length > 0 || resolved.path.endsWith('.json')) return resolved;
      const target = relative(resolveDir, compiledPath(resolved.path)).replaceAll(sep, '/');
      return { path: target.startsWith('.') ? target : `./${target}`, external: true };
    });
  },
};

/**
 * Compiles programs and all modules that they import to JavaScript for Node 20, at the same paths in a folder.
 *
 * @param programs paths of the entry modules, relative to the root
 * @returns the packages that they import
 */
export async function compilePrograms(
  root: string,
  programs: readonly string[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const entryPoints = programs.map((path) => join(root, path));
  const { metafile } = await build({ ...options, absWorkingDir: root, entryPoints, metafile: true });
  const modules = Object.keys(metafile.inputs).filter((path) => /\.tsx?$/.test(path));
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: root,
    outbase: root,
    entryPoints: modules.map((path) => join(root, path)),
    plugins: [separateModules],
  });
  const compiled = outputFiles.map(({ path, text }) => ({ path: relative(join(root, options.outdir), path), text }));
  await copyFile(join(import.meta.dirname, 'node-20.mjs'), join(folder, 'node-20.mjs'));
  for (const { path, text } of compiled) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const isProgram = programs.some((program) => compiledPath(program) === path);
    const support = `import '${relative(dirname(path), 'node-20.mjs').replaceAll(sep, '/')}';\n`;
    await writeFile(join(folder, path), isProgram ? support + text : text);
  }
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  return new Set(imported.flatMap(({ path }) => /^(?!node:)(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
}
