import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { startChildProgram, type ChildProgram } from '../fixtures/servers.ts';
import type { RunningProvider } from '../fixtures/sso.ts';

const folder = join(import.meta.dirname, '../../docs/guides/relying-parties');

/** A page of docs/guides/relying-parties: what a person copies from it is what the test runs. */
export interface GuidePage {
  /** Commands that install the product. */
  readonly install: string;
  /** Arguments of `npm run provider`, which registers the application. */
  readonly register: readonly string[];
  /** Command that starts the application. */
  readonly run: string;
  /** Path → content of the files that the page prints. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the named blocks of a page: `sh install`, `sh register` and `sh run`, and files, whose name is their path.
 *
 * @throws Error that names the block which is missing
 */
function readGuide(product: string): GuidePage {
  const page = readFileSync(join(folder, `${product}.md`), 'utf8');
  const blocks = new Map(
    Array.from(page.matchAll(/^```\w+ ([\w./-]+)\n(.*?)^```$/gms), ([, name = '', text = '']) => [name, text]),
  );
  const take = (name: string): string => {
    const text = blocks.get(name);
    if (text === undefined) throw new Error(`docs/guides/relying-parties/${product}.md has no block ${name}.`);
    blocks.delete(name);
    return text;
  };
  const [install, register, run] = [take('install'), take('register'), take('run')];
  const [, args = ''] = /^npm run --silent provider -- (.*)$/m.exec(register.replaceAll('\\\n', ' ')) ?? [];
  const words = Array.from(args.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain = '']) => quoted ?? plain);
  return { install, register: words, run, files: blocks };
}

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform', 'relying-parties');

/** An application that was installed, registered and started as its guide page says. */
export interface RelyingParty {
  readonly url: string;
  readonly clientId: string;
  /** Empty for an application without a secret. */
  readonly clientSecret: string;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts the application of a page in docs/guides/relying-parties. @throws Error with the output of what failed */
export async function startRelyingParty(product: string, provider: RunningProvider): Promise<RelyingParty> {
  const page = readGuide(product);
  const folder = await installed(product, page);
  const { clientId, clientSecret } = await registered(page, provider);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // The last command replaces the shell, so that ending the program ends the application.
  const commands = page.run.trim().split('\n');
  const script = [...commands.slice(0, -1), `exec env ${commands.at(-1)}`].join('\n');
  const program = startChildProgram('bash', ['-euc', script], {
    cwd: folder,
    env: {
      ...process.env,
      PLATFORM_ISSUER: provider.url,
      PLATFORM_CLIENT_ID: clientId,
      PLATFORM_CLIENT_SECRET: clientSecret,
      APP_URL: url,
      PORT: String(port),
    },
  });
  await listening(url, program);
  // SIGKILL would leave the worker processes of a server running.
  return { url, clientId, clientSecret, log: program.log, stop: () => program.end('SIGTERM') };
}

/** Writes the files of the page, after its installation, which is kept in the user's cache. @returns the folder */
async function installed(product: string, { install, files }: GuidePage): Promise<string> {
  const sources = [...files].filter(([name]) => /(?:^|\/)(?:go\.mod|pom\.xml)$/.test(name));
  const version = createHash('sha256')
    .update(JSON.stringify([install, sources]))
    .digest('hex')
    .slice(0, 12);
  const folder = join(cache, `${product}-${version}`);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) await rm(folder, { recursive: true, force: true });
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  if (existsSync(complete)) return folder;
  await run('bash', ['-euo', 'pipefail', '-c', install], { cwd: folder }).catch((error: unknown) => {
    throw new Error(`The installation of ${product} failed: ${String(Object(error)['stderr'])}`, { cause: error });
  });
  await writeFile(complete, '');
  return folder;
}

async function registered(
  { register }: GuidePage,
  { url, platform }: RunningProvider,
): Promise<{ readonly clientId: string; readonly clientSecret: string }> {
  const env = { ...process.env, SSO_BASE_URL: url, SSO_ADMIN_KEY: platform.adminKey };
  const { stdout } = await run(process.execPath, [join(root, 'scripts/provider.ts'), ...register], { env });
  const { providerAddress, clientSecret = '' }: Readonly<Record<string, string>> = JSON.parse(stdout);
  if (providerAddress === undefined) throw new Error(`The registration printed ${stdout}`);
  return { clientId: providerAddress, clientSecret };
}

/** Waits until the application responds. @throws Error with its output when it ends instead */
async function listening(url: string, program: ChildProgram): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!program.alive()) return `ended: ${program.log()}`;
        return fetch(url, { redirect: 'manual' }).then(
          () => 'responds',
          () => 'starts',
        );
      },
      { interval: 100, timeout: 300_000 },
    )
    .not.toBe('starts');
  if (!program.alive()) throw new Error(`The application ended: ${program.log()}`);
}
