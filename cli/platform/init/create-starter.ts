import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../command.ts';
import { type Framework, readStarter, type StarterFiles } from './starters.ts';

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
  if (framework === 'vite') return [`cd ${folder}`, 'npm install', 'npm start --workspace api', 'npm run dev'];
  return [`cd ${folder}`, 'npm install', framework === 'next' ? 'npm run dev' : 'npm start'];

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
