import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build as bundle } from 'esbuild';
import { publint } from 'publint';
import ts from 'typescript';
import { build } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { installOutside, entryNames, packSdk, projectWithSdk } from '../fixtures/sdk-package.ts';
import { useStarted } from '../fixtures/use-started.ts';

const root = resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const sdk = useStarted(packSdk);

/** Returns the minified size in bytes of an application that imports only this export. */
async function minifiedSize(entry: string, exported: string): Promise<number> {
  const { outputFiles, warnings } = await bundle({
    stdin: {
      contents: `export { ${exported} } from ${JSON.stringify(join(sdk.built, `${entry}.js`))};`,
      resolveDir: sdk.built,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['react', 'react-dom', 'react/jsx-runtime'],
    legalComments: 'none',
  });
  expect(warnings).toEqual([]);
  return outputFiles.reduce((total, { contents }) => total + contents.length, 0);
}

test('SDK package: publint reports nothing [S317]', async () => {
  const { messages } = await publint({ pkgDir: sdk.built, pack: false });
  expect(messages).toEqual([]);
});

test('SDK package: are-the-types-wrong reports nothing [S317]', async () => {
  const attw = ['exec', '--yes', '--ignore-scripts', '--package=@arethetypeswrong/cli@0.18.5', '--', 'attw'];
  const { stdout } = await run('npm', [...attw, sdk.tarball, '--format', 'json']);
  const { analysis }: { readonly analysis: { readonly problems: readonly object[] } } = JSON.parse(stdout);
  expect(analysis.problems).toEqual([]);
});

describe('the package', () => {
  test('SDK package: has no dependency except React as optional peer [S319]', async () => {
    const manifest = JSON.parse(await readFile(join(sdk.built, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta));
    const others = ['./webhooks/vectors.json', './package.json'];
    expect(Object.keys(manifest.exports)).toEqual([...entryNames.map((name) => `./${name}`), ...others]);
  });

  test('SDK package: sso-client is at most 17 kB and bridge at most 4 kB, minified and compressed [S322]', () => {
    for (const { name, compressed, budget } of sdk.sizes) {
      expect([name, compressed <= (budget ?? Number.POSITIVE_INFINITY)]).toEqual([name, true]);
    }
    expect(sdk.sizes.flatMap(({ name, budget }) => (budget === undefined ? [] : [name]))).toEqual([
      'sso-client',
      'miniapp-bridge',
    ]);
  });

  test('SDK package: a bundle contains Ed25519 only when it imports verification [S323]', async () => {
    const heavy: string[] = [];
    for (const entry of ['dpop', 'access-token', 'http-signatures']) {
      for (const name of Object.keys(await import(join(sdk.built, `${entry}.js`)))) {
        // Hashing is 6 kB and the token cache 20 kB; with the curve it is 60 kB.
        if ((await minifiedSize(entry, name)) > 25_000) heavy.push(name);
      }
    }
    expect(heavy.join(' ')).toBe(
      'createRequestVerifier verifyRequest createAccessTokenVerifier createSignatureVerifier',
    );
    for (const [name, exported, maxSize] of [
      ['dpop', 'dpopChallenge', 1500],
      ['sso-client', 'createDpopProof', 8500],
      ['sso-client', 'jwkThumbprint', 6500],
      ['sso', 'bearerMiddleware', 500],
      ['miniapp-bridge', 'BridgeError', 500],
    ] as const) {
      const size = await minifiedSize(name, exported);
      expect([name, exported, size <= maxSize]).toEqual([name, exported, true]);
    }
  });

  test('SDK package: contains no path of the build machine, and Node modules only in node/ [S318]', async () => {
    for (const file of await readdir(sdk.built, { recursive: true })) {
      if (!/\.(c?js|d\.ts|json|md)$/.test(file)) continue;
      const text = await readFile(join(sdk.built, file), 'utf8');
      expect([file, text.includes(root)]).toEqual([file, false]);
      if (!/^(cjs\/)?node\//.test(file) && /\.c?js$/.test(file)) {
        const node = file.startsWith('cjs/')
          ? /\brequire\("(node:|crypto|buffer|fs)/
          : /from ?"(node:|crypto|buffer|fs)|\brequire\(/;
        expect([file, node.test(text)]).toEqual([file, false]);
      }
    }
  });
});

test('SDK package: has repository and changelog, is at most 2.5 MB unpacked, and has no source maps [S318]', async () => {
  const manifest = JSON.parse(await readFile(join(sdk.built, 'package.json'), 'utf8'));
  expect(manifest.repository).toMatchObject({ type: 'git', url: expect.stringMatching(/^git\+https:/) });
  expect(await readFile(join(sdk.built, 'CHANGELOG.md'), 'utf8')).toContain('# Changelog');
  const files = await readdir(sdk.built, { recursive: true, withFileTypes: true });
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([]);
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(2_500_000);
});

test('SDK package: a name is one declaration in all entries', () => {
  const folder = join(sdk.built, 'types/src/client/entries');
  const files = entryNames.map((name) => join(folder, `${name}.d.ts`));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  const checker = program.getTypeChecker();
  const declared = new Map<string, ts.Symbol>();
  const ambiguous: string[] = [];
  for (const file of program.getSourceFiles().filter(({ fileName }) => files.includes(fileName))) {
    const module = checker.getSymbolAtLocation(file);
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const original = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if ((declared.get(exported.name) ?? original) !== original) ambiguous.push(exported.name);
      declared.set(exported.name, original);
    }
  }
  expect([ambiguous, declared.size > 400]).toEqual([[], true]);
});

test('SDK package: an entry is one file on every platform, so that a page rendered on a server has one React context [S320]', async () => {
  const manifest = JSON.parse(await readFile(join(sdk.built, 'package.json'), 'utf8'));
  for (const name of entryNames) {
    expect([name, manifest.exports[`./${name}`]]).toEqual([
      name,
      {
        import: { types: expect.any(String), default: `./${name}.js` },
        require: { types: expect.any(String), default: `./cjs/${name}.cjs` },
      },
    ]);
  }
  expect(Object.keys(manifest.imports)).toEqual(['#sha256', '#ed25519', '#es256']);
});

test('SDK package: a class or function that several entries export is one value, in ES modules and CommonJS [S320]', async () => {
  const project = await projectWithSdk(sdk, 'one-value', ['react']);
  const script = (load: string) => `
(async () => {
  const values = new Map();
  for (const name of ${JSON.stringify(entryNames)}) {
    for (const [exported, value] of Object.entries(await ${load}('@platform/sdk/' + name))) {
      if (exported === 'default' || exported === 'module.exports') continue;
      if ((values.get(exported) ?? value) !== value) console.log(name, exported);
      values.set(exported, value);
    }
  }
})();`;
  for (const load of ['import', 'require']) {
    const file = join(project, 'main.cjs');
    await writeFile(file, script(load));
    const { stdout } = await run(process.execPath, [file], { cwd: project });
    expect([load, stdout]).toEqual([load, '']);
  }
});

const page = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInButton, SsoProvider, useAuth } from '@platform/sdk/sso-react';
import { useNotificationPermission, usePaymentRequest } from '@platform/sdk/miniapp-react';
import { getBridge } from '@platform/sdk/miniapp-bridge';

function App() {
  const { subject } = useAuth();
  const { requestPermission, callable } = useNotificationPermission({ timeout: 1000 });
  const { requestPayment, status } = usePaymentRequest();
  return <main>
    <SignInButton className="big">Sign in</SignInButton>
    <p>{subject} {String(callable)} {status} {String(getBridge().available)}</p>
    <button onClick={() => void requestPermission().then((result) => result.ok && result.status)}>Notify</button>
    <button onClick={() => void requestPayment({ invoice: 'i', recipient: 'r', amount: '1', token: 'USDC', network: 'n' })}>Pay</button>
  </main>;
}
createRoot(document.body).render(
  <StrictMode><SsoProvider config={{ ssoBaseUrl: 'https://sso.example', providerAddress: '0'.repeat(32) }}><App /></SsoProvider></StrictMode>,
);
`;

test('SDK package: a Vite and React project bundles it without Node modules and unused code [S325]', async () => {
  const { folder: project } = await installOutside({
    '@platform/sdk': `file:${sdk.tarball}`,
    react: '19',
    'react-dom': '19',
  });
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  await writeFile(join(project, 'main.tsx'), page);
  await writeFile(
    join(project, 'index.html'),
    '<!doctype html><body><script type="module" src="/main.tsx"></script></body>',
  );
  await build({ root: project, logLevel: 'error', configFile: false });
  const assets = join(project, 'dist/assets');
  const [script = ''] = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const code = await readFile(join(assets, script), 'utf8');
  expect(code).toContain('platform-sso_code_verifier');
  expect(code).not.toMatch(/from ?["']node:/);
  // The bundle contains no unused code, such as the elliptic curve of the request verifier.
  expect(code).not.toContain('jkt_mismatch');
});
