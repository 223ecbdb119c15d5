import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../command.ts';

export const frameworks = ['next', 'express', 'hono', 'fastify', 'vite'] as const;

export type Framework = (typeof frameworks)[number];

interface Part {
  /** A folder of docs/examples. */
  readonly example: string;
  /** Where it is put in the starter. */
  readonly to: string;
}

const page: Part = { example: 'sign-in-page', to: 'public/' };

const partsOf: Readonly<Record<Framework, readonly Part[]>> = {
  next: [{ example: 'next-app', to: '' }],
  express: [{ example: 'express-api', to: '' }, page],
  hono: [{ example: 'hono-api', to: '' }, page],
  fastify: [{ example: 'fastify-api', to: '' }, page],
  vite: [
    { example: 'vite-react', to: '' },
    { example: 'express-api', to: 'api/' },
  ],
};

/** Contents of files by their paths with slashes. */
type StarterFiles = Readonly<Record<string, string>>;

/** Files of an example that are about this repository, or written by tools. */
const left =
  /(?:^|\/)(?:node_modules|\.next|dist|README\.md|package-lock\.json|next-env\.d\.ts|.*\.tsbuildinfo)(?:\/|$)/;

/** Reads the files of a starter from the examples of the documentation. */
function readStarter(examples: string, framework: Framework): StarterFiles {
  return Object.fromEntries(
    partsOf[framework].flatMap(({ example, to }) => {
      const folder = join(examples, example);
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .filter((path) => !left.test(path))
        .map((path): [string, string] => [`${to}${path}`, readFileSync(join(folder, path), 'utf8')]);
    }),
  );
}

/** Reads the starters of all frameworks, for a package that has no examples. */
export const readStarters = (examples: string): Readonly<Record<Framework, StarterFiles>> => ({
  next: readStarter(examples, 'next'),
  express: readStarter(examples, 'express'),
  hono: readStarter(examples, 'hono'),
  fastify: readStarter(examples, 'fastify'),
  vite: readStarter(examples, 'vite'),
});

const root = resolve(import.meta.dirname, '..', '..', '..');
/** Written where the program is packed. */
const packedStarters = join(import.meta.dirname, 'starters.json');

export interface Starter {
  readonly framework: Framework;
  readonly folder: string;
  /** Archive of the SDK; undefined: that of the package, or of the build of a clone. */
  readonly sdk: string | undefined;
  readonly settings: StarterSettings;
}

interface StarterSettings {
  readonly ssoBaseUrl: string;
  readonly providerAddress: string;
  readonly webhookPublicKey: string;
}

/** Writes a starter into an empty folder. @returns the commands that start it */
export async function createStarter({ framework, folder, sdk, settings }: Starter): Promise<readonly string[]> {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new CommandError('folder_not_empty', 1, `${folder} is not empty: name another folder.`);
  const files: StarterFiles = existsSync(packedStarters)
    ? JSON.parse(readFileSync(packedStarters, 'utf8'))[framework]
    : readStarter(join(root, 'docs', 'examples'), framework);
  mkdirSync(target, { recursive: true });
  const archive = await copySdk(target, sdk);
  for (const [path, text] of Object.entries(files)) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, adapted(path, text));
  }
  // Quotation marks are those of every shell, that of Windows too.
  const enter = target === resolve('.') ? [] : [`cd ${/^[\w./-]+$/.test(folder) ? folder : `"${folder}"`}`];
  if (framework === 'vite') return [...enter, 'npm install', 'npm start --workspace api', 'npm run dev'];
  return [...enter, 'npm install', framework === 'next' ? 'npm run dev' : 'npm start'];

  function adapted(path: string, text: string): string {
    if (basename(path) === '.env') return withSettings(text, settings);
    if (basename(path) !== 'package.json') return text;
    const { dependencies, ...manifest } = JSON.parse(text);
    const up = path.split('/').length > 1 ? '..' : '.';
    const name = path === 'package.json' ? basename(target).toLowerCase() : manifest.name;
    const workspaces = framework === 'vite' && path === 'package.json' ? { workspaces: ['api'] } : {};
    const adaptedManifest = {
      ...manifest,
      name,
      ...workspaces,
      dependencies: { ...dependencies, '@platform/sdk': `file:${up}/${archive}` },
    };
    return `${JSON.stringify(adaptedManifest, null, 2)}\n`;
  }
}

/** Sets the values of an environment file, whose names may have the prefix of a framework. */
function withSettings(text: string, settings: StarterSettings): string {
  const values: readonly (readonly [string, string])[] = [
    ['SSO_BASE_URL', settings.ssoBaseUrl],
    ['PROVIDER_ADDRESS', settings.providerAddress],
    ['WEBHOOK_PUBLIC_KEY', settings.webhookPublicKey],
  ];
  return values.reduce(
    (lines, [name, value]) =>
      lines.replace(new RegExp(`^(\\w*${name})=.*$`, 'm'), (_line, found: string) => `${found}=${value}`),
    text,
  );
}

/** Puts the archive of the SDK into the starter. @returns its name */
async function copySdk(target: string, named: string | undefined): Promise<string> {
  const packed = readdirSync(import.meta.dirname).find((name) => /^platform-sdk-.*\.tgz$/.test(name));
  const archive = named ?? (packed === undefined ? undefined : join(import.meta.dirname, packed));
  if (archive !== undefined) {
    if (!existsSync(archive)) throw new CommandError('sdk_not_found', 1, `${archive} does not exist.`);
    copyFileSync(archive, join(target, basename(archive)));
    return basename(archive);
  }
  const built = join(root, 'dist', 'sdk');
  if (!existsSync(built))
    throw new CommandError('sdk_not_found', 1, 'Pass --sdk with the archive of the SDK, or build it: npm run build.');
  const { stdout } = await promisify(execFile)('npm', ['pack', built, '--pack-destination', target, '--silent']);
  return stdout.trim();
}
