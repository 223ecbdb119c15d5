import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { pythonEnvironment } from './python-environment.ts';
import { expectSignIn, guidePrograms, type StockApplication, stockApplication } from '../fixtures/stock-client.ts';

// Nimbus and openidconnect run in contract-tests/sdks, where Java and Rust are.
const folder = mkdtempSync(join(tmpdir(), 'stock-clients-'));

let provider: RunningProvider;
let application: StockApplication;
beforeAll(async () => {
  provider = await startProvider();
  application = await stockApplication(provider, ['/callback', '/auth/callback/platform']);
});
afterAll(async () => {
  await provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

for (const [name, file, path] of [
  ['openid-client', 'openid-client.mjs', '/callback'],
  ['oidc-client-ts', 'oidc-client-ts.mjs', '/callback'],
  ['@auth/core', 'auth-js.mjs', '/auth/callback/platform'],
] as const) {
  const installed = spawnSync(process.execPath, ['-e', `import('${name}')`], { cwd: guidePrograms }).status === 0;
  if (!installed) console.warn(`${name} is skipped: it is not installed (npm ci).`);
  test.runIf(installed)(`stock client ${name}: a sign-in with the defaults of its README and PKCE`, () =>
    expectSignIn([process.execPath, join(guidePrograms, file)], application, path),
  );
}

const environment = pythonEnvironment();
const python = 'python' in environment ? environment.python : undefined;
if ('missing' in environment) console.warn(`Authlib is skipped: it needs ${environment.missing}.`);
test.runIf(python !== undefined)(
  'stock client Authlib: a sign-in with the defaults of its documentation and PKCE',
  () => expectSignIn([python ?? '', join(guidePrograms, 'authlib_client.py')], application),
);

const goProgram = join(folder, 'go-oidc');
const built = spawnSync('go', ['build', '-o', goProgram, '.'], { cwd: join(guidePrograms, 'go'), timeout: 240_000 });
if (built.status !== 0) console.warn('go-oidc is skipped: it needs Go 1.26 and a module proxy.');
test.runIf(built.status === 0)('stock client go-oidc: a sign-in with the defaults of its README and PKCE', () =>
  expectSignIn([goProgram], application),
);
