import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { throughApprovalPage } from '../fixtures/redirect-browser.ts';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { pythonEnvironment } from './python-environment.ts';

// The programs of docs/guides/use-your-oidc-library.md: unmodified libraries with the defaults of their READMEs, and PKCE.
const guides = join(import.meta.dirname, '../../docs/guides/oidc-clients');
const paths = ['/callback', '/auth/callback/platform'];
const folder = mkdtempSync(join(tmpdir(), 'stock-clients-'));

let provider: RunningProvider;
let clientId: string;
beforeAll(async () => {
  provider = await startProvider();
  const { adminKey } = provider.platform;
  const headers = { authorization: `Bearer ${adminKey}` };
  const admin = createSsoClient({ baseUrl: provider.url, headers });
  const body = { name: 'Stock client', redirectUris: paths.map((path) => `http://127.0.0.1${path}`) };
  clientId = unwrap(await admin.createProvider({ body })).providerAddress;
});
afterAll(async () => {
  await provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program that prints the authorization URL, reads the address of the return, and prints who signed in. */
async function signIn([program = '', ...args]: readonly string[], path: string): Promise<Record<string, unknown>> {
  const child = spawn(program, [...args, provider.url, clientId, `http://127.0.0.1:53117${path}`]);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close');
  const printed: Record<string, unknown>[] = [];
  for await (const line of createInterface(child.stdout)) {
    const said: Record<string, unknown> = JSON.parse(line);
    printed.push(said);
    if (typeof said['authorizationUrl'] !== 'string') continue;
    const back = await throughApprovalPage(said['authorizationUrl'], provider.owner);
    child.stdin.end(`${back.href}\n`);
  }
  expect([await ended, errors]).toEqual([[0, null], '']);
  return printed.at(-1) ?? {};
}

const signedIn = () => ({ sub: provider.owner.sub, userinfo: provider.owner.sub });

for (const [name, file, path] of [
  ['openid-client', 'openid-client.mjs', '/callback'],
  ['oidc-client-ts', 'oidc-client-ts.mjs', '/callback'],
  ['@auth/core', 'auth-js.mjs', '/auth/callback/platform'],
] as const) {
  const installed = spawnSync(process.execPath, ['-e', `import('${name}')`], { cwd: guides }).status === 0;
  if (!installed) console.warn(`${name} is skipped: it is not installed (npm ci).`);
  test.runIf(installed)(`stock client ${name}: a sign-in with the defaults of its README and PKCE`, async () => {
    expect(await signIn([process.execPath, join(guides, file)], path)).toMatchObject(signedIn());
  });
}

const environment = pythonEnvironment();
const python = 'python' in environment ? environment.python : undefined;
if ('missing' in environment) console.warn(`Authlib is skipped: it needs ${environment.missing}.`);
test.runIf(python !== undefined)(
  'stock client Authlib: a sign-in with the defaults of its documentation and PKCE',
  async () => {
    expect(await signIn([python ?? '', join(guides, 'authlib_client.py')], '/callback')).toMatchObject(signedIn());
  },
);

const goProgram = join(folder, 'go-oidc');
const built = spawnSync('go', ['build', '-o', goProgram, '.'], { cwd: join(guides, 'go'), timeout: 240_000 });
if (built.status !== 0) console.warn('go-oidc is skipped: it needs Go 1.26 and a module proxy.');
test.runIf(built.status === 0)('stock client go-oidc: a sign-in with the defaults of its README and PKCE', async () => {
  expect(await signIn([goProgram], '/callback')).toMatchObject(signedIn());
});
