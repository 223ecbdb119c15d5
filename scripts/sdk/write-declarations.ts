import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { entries } from './entries.ts';

const root = join(import.meta.dirname, '..', '..');

/** Types of bundled libraries in public signatures; they are copied because the package has no dependencies. */
const vendored: Readonly<Record<string, string>> = {
  'openapi-fetch': 'openapi-fetch/dist/index.d.mts',
  'openapi-typescript-helpers': 'openapi-typescript-helpers/dist/index.d.mts',
  jose: 'jose/dist/types/types.d.ts',
};

/** Writes the declarations of every entry and of their imports into `types/`, and for CommonJS into `cjs/types/`. */
export async function writeDeclarations(outdir: string): Promise<void> {
  const types = join(outdir, 'types');
  const folder = await mkdtemp(join(tmpdir(), 'sdk-types-'));
  try {
    const project = join(folder, 'tsconfig.json');
    await writeFile(project, JSON.stringify(configuration(types)));
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', project]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await mkdir(join(types, 'vendor'));
  for (const [name, path] of Object.entries(vendored)) {
    await copyFile(join(root, 'node_modules', path), join(types, 'vendor', `${name}.d.ts`));
  }
  for (const file of await declarationsIn(types)) {
    await writeFile(file, withPublishedSpecifiers(await readFile(file, 'utf8'), relative(dirname(file), types) || '.'));
  }
  // A declaration belongs to one module system: that of the next package.json.
  const commonJs = join(outdir, 'cjs/types');
  await cp(types, commonJs, { recursive: true });
  await writeFile(join(commonJs, 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
}

function configuration(outDir: string): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: entries.map(({ name }) => join(root, 'src/client/entries', `${name}.ts`)),
  };
}

/** Rewrites relative imports to .js and bundled libraries to `vendor/`. @param up path to the folder `types` */
function withPublishedSpecifiers(declaration: string, up: string): string {
  return declaration.replace(
    /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\2/g,
    (whole, before: string, quote: string, specifier: string) => {
      if (specifier.startsWith('.')) return `${before}${quote}${specifier.replace(/\.tsx?$/, '.js')}${quote}`;
      if (!Object.hasOwn(vendored, specifier)) return whole;
      const path = `${up}/vendor/${specifier}.js`;
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    },
  );
}

async function declarationsIn(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith('.d.ts')).map((file) => join(folder, file));
}
