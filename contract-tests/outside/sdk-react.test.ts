import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileOutside, installOutside, type OutsideProject, entryNames, packSdk } from '../fixtures/sdk-package.ts';
import { useStarted } from '../fixtures/use-started.ts';

const sdk = useStarted(packSdk);

const everyEntry = `${entryNames.map((name, index) => `import * as entry${index} from '@platform/sdk/${name}';`).join('\n')}
export const entries: readonly object[] = [${entryNames.map((_, index) => `entry${index}`).join(', ')}];
`;

/** Renders the components on a server, hydrates them, signs in, and prints what React reports. */
const rendering = `
import { GlobalRegistrator } from '@happy-dom/global-registrator';
// The package needs what browsers and Node have in common, in the form of Node.
const common = ['fetch', 'Request', 'Response', 'Headers', 'AbortController', 'AbortSignal', 'URL', 'Blob', 'FormData',
  'ReadableStream', 'TransformStream', 'WritableStream'].map((name) => [name, globalThis[name]]);
GlobalRegistrator.register({ url: 'https://app.example/' });
Object.assign(globalThis, Object.fromEntries(common));
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const reported = [];
console.error = (...text) => void reported.push(text.join(' '));
console.warn = console.error;

const React = await import('react');
const { createRoot, hydrateRoot } = await import('react-dom/client');
const { renderToString } = await import('react-dom/server');
const { SsoProvider, SignInButton, SignInPanel, SignedIn, SignedOut, useAuth } = await import('@platform/sdk/sso-react');
const { BridgeProvider, useLaunchParams, useNotificationPermission } = await import('@platform/sdk/miniapp-react');
const { createMockBridge, createTestProvider, MockSsoProvider } = await import('@platform/sdk/testing');
const { createElement: h, StrictMode, act = (await import('react-dom/test-utils')).act } = React;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const bridge = createMockBridge({
  launchParams: { startParam: 'order-7' },
  responses: { 'notifications:permission.request': () => ({ status: 'granted' }) },
});
function MiniApp() {
  const { requestPermission, status } = useNotificationPermission();
  return h('button', { id: 'ask', onClick: () => void requestPermission() }, useLaunchParams().startParam, ' ', String(status));
}
function Subject() {
  return h('p', null, String(useAuth().subject));
}
const page = () =>
  h(StrictMode, null, h(BridgeProvider, { bridge }, h(MiniApp)),
    h(MockSsoProvider, { subject: 'alice' }, h(SignedIn, null, h(Subject)), h(SignedOut, null, h(SignInButton))));

const first = document.body.appendChild(document.createElement('div'));
first.innerHTML = renderToString(page());
await act(async () => hydrateRoot(first, page()));
await act(async () => {
  document.getElementById('ask').click();
  await pause(20);
});

const provider = createTestProvider();
const { ssoBaseUrl, providerAddress, fetch: send } = provider;
const config = { ssoBaseUrl, providerAddress, fetch: send, pollingInterval: 5 };
const second = document.body.appendChild(document.createElement('div'));
await act(async () => createRoot(second).render(h(StrictMode, null, h(SsoProvider, { config }, h(SignInPanel), h(Subject)))));
await act(() => pause(50));
provider.approve(second.querySelector('a').href);
for (let tries = 0; tries < 100 && second.lastElementChild.textContent === 'null'; tries++) await act(() => pause(20));
console.log(JSON.stringify({ version: React.version, page: first.textContent, signedIn: second.lastElementChild.textContent, reported }));
process.exit(0);
`;

const install = (react: string, typescript: string) =>
  installOutside({
    '@platform/sdk': `file:${sdk.tarball}`,
    react,
    'react-dom': react,
    '@types/react': react,
    '@types/react-dom': react,
    '@happy-dom/global-registrator': '21.0.4',
    typescript,
  });
let projects: Readonly<Record<string, OutsideProject>>;
beforeAll(async () => {
  const [of18, of19] = await Promise.all([install('18', '5.9'), install('19', '6.0')]);
  projects = { 'React 18 and TypeScript 5.9': of18, 'React 19 and TypeScript 6.0': of19 };
  for (const { folder } of [of18, of19])
    for (const file of ['main.mts', 'main.cts', 'main.tsx']) await writeFile(join(folder, file), everyEntry);
});
afterAll(() => Promise.all(Object.values(projects).map((project) => project.remove())));

const lib = ['es2022', 'dom', 'dom.iterable'];

test('SDK package: in StrictMode of React 18 and 19 the components render, hydrate and sign in, without a warning', async () => {
  for (const [name, project] of Object.entries(projects)) {
    expect([name, JSON.parse(await project.run('render.mjs', rendering))]).toEqual([
      name,
      {
        version: expect.stringMatching(/^1[89]\./),
        page: 'order-7 grantedalice',
        signedIn: expect.stringMatching(/^[0-9a-f]{32}$/),
        reported: [],
      },
    ]);
  }
});

test('SDK package: TypeScript 5.9 and 6 check every entry and its declarations strictly, with the types of React 18 and 19', async () => {
  for (const [name, project] of Object.entries(projects)) {
    for (const resolution of [
      { files: ['main.mts', 'main.cts'], module: 'nodenext' },
      { files: ['main.mts', 'main.cts'], module: 'node16' },
      { files: ['main.tsx'], module: 'esnext', moduleResolution: 'bundler' },
    ]) {
      const { files, ...resolved } = resolution;
      const options = { lib, types: ['react'], jsx: 'react-jsx', ...resolved };
      expect([name, resolution, await compileOutside(project, 'typescript', files, options)]).toEqual([
        name,
        resolution,
        '',
      ]);
    }
  }
});

test('SDK package: TypeScript compiles a CommonJS program with the resolution node10, and reports a wrong type [S316]', async () => {
  const project = projects['React 18 and TypeScript 5.9'];
  if (project === undefined) throw new Error('not installed');
  const wrong = `${everyEntry}import type { Post } from '@platform/sdk/forum';\nexport const post: Post = 1;\n`;
  await writeFile(join(project.folder, 'wrong.ts'), wrong);
  const options = { lib, types: [], jsx: 'react-jsx', module: 'commonjs', moduleResolution: 'node10' };
  expect(await compileOutside(project, 'typescript', ['main.tsx'], options)).toBe('');
  expect(await compileOutside(project, 'typescript', ['wrong.ts'], options)).toMatch(
    /^wrong\.ts\(\d+,14\): error TS2322/,
  );
});
