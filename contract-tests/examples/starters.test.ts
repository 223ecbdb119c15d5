import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookKey } from '../../src/client/testing/sign-webhook.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type ChildProgram, startChildProgram } from '../fixtures/servers.ts';
import { runScript } from '../fixtures/sdk-package.ts';
import { enrolOwner, urlOf } from '../fixtures/identity.ts';
import { waitUntil } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectWebhooksVerified } from './expect-webhooks.ts';
import { openFieldNotes, signInToFieldNotes, writeNote } from './field-notes-page.ts';
import { installStarter, isServed, openProject } from './starter.ts';

const webhookKey = createWebhookKey();

const project = useStarted(openProject);

interface StartedStarter {
  readonly pageUrl: string;
  readonly apiUrl: string;
  readonly programs: readonly ChildProgram[];
}

/** Starts what serves the page and the API; BASE_URL is a variable of vitest's own, which the starters read too. */
async function start(framework: string, folder: string): Promise<StartedStarter> {
  const [pageUrl, apiUrl] = [`http://localhost:${await freePort()}`, `http://localhost:${await freePort()}`];
  const serve = (args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) =>
    startChildProgram(process.execPath, args, { cwd, env: { ...process.env, BASE_URL: apiUrl, ...env } });
  const PORT = new URL(apiUrl).port;
  if (framework !== 'vite') return { pageUrl: apiUrl, apiUrl, programs: [serve(['server.js'], folder, { PORT })] };
  await runScript(folder, 'build', { VITE_API_URL: apiUrl });
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  return {
    pageUrl,
    apiUrl,
    programs: [
      serve([vite, 'preview', '--port', new URL(pageUrl).port, '--strictPort'], folder),
      serve(['server.js'], join(folder, 'api'), { PORT, PAGE_ORIGIN: pageUrl }),
    ],
  };
}

// The starter of Next.js is in next-app.test.ts.
describe.each(['express', 'hono', 'fastify', 'vite'] as const)('platform init %s [S183, S327]', (framework) => {
  let started: StartedStarter;
  beforeAll(async () => {
    const settings = { ssoUrl: urlOf(project.platform, 'sso'), webhookPublicKey: webhookKey.publicKey };
    started = await start(framework, await installStarter(project.sdk, framework, settings));
    await waitUntil(async () => (await isServed(started.pageUrl)) && (await isServed(started.apiUrl)));
  });
  afterAll(() => Promise.all((started?.programs ?? []).map((one) => one.end('SIGKILL'))));

  test(`platform init ${framework}: a user signs in to the starter and writes a note`, async () => {
    const owner = await enrolOwner(project.platform);
    const { page, errors } = await openFieldNotes(project.browser, started.pageUrl);
    await signInToFieldNotes(page, owner);
    await writeNote(page, 'A heron on the pond');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test(`platform init ${framework}: the starter accepts genuine webhooks and refuses others`, () =>
    expectWebhooksVerified(`${started.apiUrl}/hooks/push-status`, webhookKey));
});
