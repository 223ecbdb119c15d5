import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import { readContract } from '../mock/contract.ts';
import { useStarted } from '../fixtures/use-started.ts';

const run = promisify(execFile);

const platform = useStarted(() => startPlatform({ services: [...areas] }), deletePlatformData);

describe.each(areas)('/docs of %s', (area) => {
  const docs = (path = '') => `${urlOf(platform, area)}/docs${path}`;

  test('API reference: shows every operation, without inline scripts, under a same-origin content security policy', async () => {
    const response = await fetch(docs());
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(policy.join()).not.toContain('unsafe');

    const { operations, webhooks } = readContract(area);
    const missing = [...operations, ...webhooks].filter(
      ({ operationId }) => !page.includes(`href="docs/${operationId}"`),
    );
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
    expect(page).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/);
  });

  test('API reference: every operation has a page with its own title, of at most 2,500 elements', async () => {
    const titles = new Set<string | undefined>();
    const { operations, webhooks } = readContract(area);
    for (const { operationId } of [...operations, ...webhooks]) {
      const response = await fetch(docs(`/${operationId}`));
      const page = await response.text();
      expect([operationId, response.status]).toEqual([operationId, 200]);
      expect(page.match(/<[a-z]/g)?.length).toBeLessThan(2_500);
      titles.add(/<title>([^<]+)/.exec(page)?.[1]);
    }
    expect(titles.size).toBe(operations.length + webhooks.length);
  });

  test('API reference: assets are served next to the page, and revalidated with ETag', async () => {
    const page = await (await fetch(docs())).text();
    const loaded = [...page.matchAll(/<(?:link|script|img)[^>]*\s(?:href|src)="([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(loaded.toSorted()).toEqual(['docs/reference.css', 'docs/reference.js', 'docs/reference.svg']);
    for (const path of [...loaded, 'docs']) {
      const url = new URL(path, docs());
      const first = await fetch(url);
      expect([path, first.status, (await first.text()).length > 0]).toEqual([path, 200, true]);
      const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
      expect([path, again.status]).toEqual([path, 304]);
      const policy = 'content-security-policy';
      expect([path, again.headers.get(policy)]).toEqual([path, first.headers.get(policy)]);
    }
    const slash = await fetch(docs('/'), { redirect: 'manual' });
    expect([slash.status, new URL(slash.headers.get('location') ?? '', docs('/')).href]).toEqual([301, docs()]);
    const nothing = await fetch(docs('/nothing.js'));
    expect([nothing.status, await nothing.text()]).toEqual([404, expect.not.stringContaining('<')]);
  });
});

const curl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

test.runIf(curl)('API reference: the curl sample of createForum is accepted unchanged', async () => {
  const agent = await bindAgent(platform, { clientId: await testProvider(platform) });
  const url = `${urlOf(platform, 'forum')}/api/forums`;
  const contract: { paths: Record<string, Record<string, { 'x-codeSamples': { source: string }[] }>> } = await (
    await fetch(`${urlOf(platform, 'forum')}/docs/openapi.json`)
  ).json();
  const sample = contract.paths['/api/forums']?.['post']?.['x-codeSamples'][0]?.source ?? '';
  expect(sample).toContain(url);

  const programs = await mkdtemp(join(tmpdir(), 'programs-'));
  try {
    // What `agent-id-auth header --raw` prints, with the key of this test's agent.
    const { authorization, dpop } = await agent.headers('POST', url);
    const signer = `#!/bin/sh\nprintf '%s\\n' 'Authorization: ${authorization}' 'DPoP: ${dpop}'\n`;
    await writeFile(join(programs, 'agent-id-auth'), signer, { mode: 0o755 });
    const { stdout } = await run('sh', ['-c', sample], { env: { PATH: `${programs}:${process.env['PATH']}` } });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, forum: { name: 'agent-tools', owner: agent.owner.sub } });
  } finally {
    await rm(programs, { recursive: true, force: true });
  }
});
