import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { createWebhookKey } from '../../src/client/testing/sign-webhook.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type ChildProgram, startChildProgram } from '../fixtures/servers.ts';
import { runScript } from '../fixtures/sdk-package.ts';
import { enrolOwner, finishSignIn, startSignIn, testProvider, urlOf } from '../fixtures/identity.ts';
import { waitUntil } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectWebhooksVerified } from './expect-webhooks.ts';
import { openFieldNotes, signInToFieldNotes, writeNote } from './field-notes-page.ts';
import { installStarter, isServed, openProject } from './starter.ts';

const project = useStarted(openProject);
let app: ChildProgram;
let url: string;
const webhookKey = createWebhookKey();
beforeAll(async () => {
  const settings = { ssoUrl: urlOf(project.platform, 'sso'), webhookPublicKey: webhookKey.publicKey };
  const folder = await installStarter(project.sdk, 'next', settings);
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
  await runScript(folder, 'build', env);
  const port = await freePort();
  url = `http://localhost:${port}`;
  const next = join(folder, 'node_modules/next/dist/bin/next');
  app = startChildProgram(process.execPath, [next, 'start', '--port', String(port)], { cwd: folder, env });
  await waitUntil(() => isServed(url));
});
afterAll(() => app?.end('SIGKILL'));

test('platform init next: the Next.js page is rendered on the server without a session [S186]', async () => {
  const html = await (await fetch(url)).text();
  const [, rendered = ''] = /<main>(.*)<\/main>/s.exec(html) ?? [];
  expect(rendered).toContain('<h1>Field notes</h1>');
  expect(rendered).not.toMatch(/New note|Sign in to read/);
});

test('docs/examples: a user of the Next.js page signs in and writes a note through its route handler [S327]', async () => {
  const owner = await enrolOwner(project.platform);
  const { page, errors } = await openFieldNotes(project.browser, url);
  await signInToFieldNotes(page, owner);
  await writeNote(page, 'A kingfisher');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('docs/examples: the route handler of Next.js refuses no token and the token of another application [S327]', async () => {
  const refused = await fetch(`${url}/api/notes`);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer scope="openid"']);
  const owner = await enrolOwner(project.platform);
  const clientId = await testProvider(project.platform);
  const sso = createSsoClient({ baseUrl: urlOf(project.platform, 'sso') });
  const signIn = await startSignIn(sso, { clientId });
  await owner.decide(signIn.deepLink, 'approve');
  const { accessToken } = await finishSignIn(sso, signIn, clientId);
  const stranger = await fetch(`${url}/api/notes`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { code: 'bad_access_token_aud' }]);
});

test('docs/examples: the webhook route of Next.js accepts genuine webhooks, refuses others and limits the body [S291]', () =>
  expectWebhooksVerified(`${url}/hooks/push-status`, webhookKey));
