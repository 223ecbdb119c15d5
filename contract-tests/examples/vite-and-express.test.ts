import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type ChildProgram, startChildProgram } from '../fixtures/servers.ts';
import { installExample, runScript } from '../fixtures/sdk-package.ts';
import { bindAgent, enrolOwner, testProvider, urlOf } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { waitUntil } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { openFieldNotes, signInToFieldNotes, writeNote } from './field-notes-page.ts';
import { isServed, openProject } from './starter.ts';

const project = useStarted(openProject);

const react18 = {
  react: '18.3.1',
  'react-dom': '18.3.1',
  '@types/react': '18.3.31',
  '@types/react-dom': '18.3.7',
};

// React 19 and Express 5 are those of the starters.
describe('React 18 and Express 4 [S183, S327]', () => {
  let pageUrl: string;
  let apiUrl: string;
  let programs: readonly ChildProgram[] = [];
  beforeAll(async () => {
    const [pagePort, apiPort] = [await freePort(), await freePort()];
    [pageUrl, apiUrl] = [`http://localhost:${pagePort}`, `http://localhost:${apiPort}`];
    const [page, api] = await Promise.all([
      installExample(project.sdk, { example: 'vite-react', versions: react18 }),
      installExample(project.sdk, { example: 'express-api', versions: { express: '4.22.3' } }),
    ]);
    const ssoBaseUrl = urlOf(project.platform, 'sso');
    await runScript(page, 'build', { VITE_SSO_BASE_URL: ssoBaseUrl, VITE_API_URL: apiUrl });
    const env = {
      ...process.env,
      SSO_BASE_URL: ssoBaseUrl,
      BASE_URL: apiUrl,
      PAGE_ORIGIN: pageUrl,
      PORT: String(apiPort),
    };
    const vite = join(page, 'node_modules/vite/bin/vite.js');
    programs = [
      startChildProgram(process.execPath, [vite, 'preview', '--port', String(pagePort), '--strictPort'], { cwd: page }),
      startChildProgram(process.execPath, ['server.js'], { cwd: api, env }),
    ];
    await waitUntil(async () => (await isServed(pageUrl)) && (await isServed(apiUrl)));
  });
  afterAll(() => Promise.all(programs.map((program) => program.end('SIGKILL'))));

  test('docs/examples: a user of the React 18 page signs in and writes a note through the Express 4 API', async () => {
    const owner = await enrolOwner(project.platform);
    const { page, errors } = await openFieldNotes(project.browser, pageUrl);
    await signInToFieldNotes(page, owner);
    await writeNote(page, 'A heron on the pond');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('docs/examples: the Express 4 API refuses no token, a repeated proof and the token of another application', async () => {
    const notes = `${apiUrl}/notes`;
    const refusal = async (headers: Record<string, string>) => {
      const response = await fetch(notes, { headers });
      return [response.status, ((await response.json()) as { readonly code?: string }).code];
    };
    expect(await refusal({})).toEqual([401, 'missing_authorization']);
    const agent = await bindAgent(project.platform, { clientId: demoProvider });
    const headers = await agent.headers('GET', notes);
    expect(await refusal(headers)).toEqual([200, undefined]);
    expect(await refusal(headers)).toEqual([401, 'replayed_proof_jti']);
    const stranger = await bindAgent(project.platform, { clientId: await testProvider(project.platform) });
    expect(await refusal(await stranger.headers('GET', notes))).toEqual([401, 'bad_access_token_aud']);
  });
});
