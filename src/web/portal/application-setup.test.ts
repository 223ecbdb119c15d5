import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningProvider, startProvider } from '../../../contract-tests/fixtures/sso.ts';
import { runSignIn } from '../../../contract-tests/fixtures/stock-client.ts';
import { createSsoClient } from '../../../generated/sso/client.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { frameworksFor, redirectUriFor, snippetsOf } from './application-snippets.ts';

const folder = mkdtempSync(join(tmpdir(), 'application-setup-'));

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(async () => {
  await provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls the code of the portal as Express does, and as a browser that has the cookies. */
const callers = {
  express: `
    const session = {};
    await code.startSignIn({ session }, { redirect: (url) => start(url) });
    await code.finishSignIn({ session, originalUrl: await returned() }, { redirect: () => undefined });
    console.log(JSON.stringify({ sub: session.sub }));`,
  next: `
    const jar = new Map();
    const visit = async (path, body) => {
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      const response = await code.handlers(new Request(new URL(path, 'http://localhost:3000'), { headers: { cookie }, ...(body && { method: 'POST', body }) }));
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]*)=([^;]*)/.exec(line);
        jar.set(name, value);
      }
      return response;
    };
    const { csrfToken } = await (await visit('/api/auth/csrf')).json();
    const started = await visit('/api/auth/signin/platform', new URLSearchParams({ csrfToken }));
    start(started.headers.get('location'));
    await visit(await returned());
    console.log(JSON.stringify({ sub: (await (await visit('/api/auth/session')).json()).sub }));`,
};

for (const value of ['express', 'next'] as const)
  for (const isPublic of [true, false])
    test(`portal: the setup of ${value} ${isPublic ? 'without' : 'with'} a secret signs a person in as printed`, async () => {
      const framework = frameworksFor(isPublic).find((one) => one.value === value) ?? expect.fail(value);
      const redirectUri = redirectUriFor(framework, []);
      const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
      const { providerAddress: clientId, clientSecret: secret = '' } = unwrap(
        await createSsoClient({ baseUrl: provider.url, headers }).createProvider({
          body: {
            name: 'Field notes',
            redirectUris: [redirectUri],
            tokenEndpointAuthMethod: isPublic ? 'none' : 'client_secret_basic',
          },
        }),
      );
      const [snippet = expect.fail(value)] = snippetsOf(framework, {
        issuer: provider.url,
        clientId,
        redirectUri,
        isPublic,
      });
      const home = join(folder, `${value}-${isPublic}`);
      const installed = join(import.meta.dirname, '../../../node_modules');
      mkdirSync(join(home, 'node_modules/next-auth'), { recursive: true });
      for (const name of ['openid-client', '@auth'])
        symlinkSync(join(installed, name), join(home, 'node_modules', name));
      // next-auth 5 passes its configuration to @auth/core, with this path and the secret of the environment.
      writeFileSync(
        join(home, 'node_modules/next-auth/index.mjs'),
        `import { Auth } from '@auth/core';
         export default (config) => ({ handlers: (request) => Auth(request, { basePath: '/api/auth', trustHost: true, secret: 'a-long-random-text', ...config }) });`,
      );
      writeFileSync(join(home, 'node_modules/next-auth/package.json'), '{"exports":"./index.mjs"}');
      writeFileSync(join(home, 'code.mjs'), snippet.code);
      writeFileSync(
        join(home, 'main.mjs'),
        `import { createInterface } from 'node:readline/promises';
         process.env.CLIENT_SECRET = ${JSON.stringify(secret)};
         const code = await import('./code.mjs');
         const start = (url) => console.log(JSON.stringify({ authorizationUrl: url }));
         const returned = async () => {
           const { pathname, search } = new URL(await createInterface({ input: process.stdin }).question(''));
           return pathname + search;
         };
         ${callers[value]}
         process.exit();`,
      );
      expect(await runSignIn([process.execPath, join(home, 'main.mjs')], provider)).toEqual({
        sub: provider.owner.sub,
      });
    });
