import { bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { compareProcessorTime } from './comparison.ts';
import { load, type Request } from './load.ts';
import { toolCall } from './mcp-call.ts';
import type { Finding, Measurement } from './measurement.ts';
import { runRounds } from './rounds.ts';
import type { Workbench } from './workbench.ts';

/** P15: a read over the Model Context Protocol, compared with the route of the same operation. */
export const modelContextProtocol: Measurement = {
  title: 'Model Context Protocol',
  run: async (bench) => {
    const platform = await bench.platform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: await bench.freshDatabase() },
    });
    const { forum } = await bindAgent(platform, { clientId: await testProvider(platform) });
    unwrap(await forum.createForum({ body: { name: 'bench', description: 'Posts that are read.' } }));
    const post = { title: 'Read often', body: 'A sentence of usual length. '.repeat(20), forum: 'bench' };
    const { id } = unwrap(await forum.createPost({ body: post })).post;
    const server = { url: urlOf(platform, 'forum'), pid: platform.pid };
    const route = { path: `/api/posts/${id}` };
    const findings: Finding[] = [];
    for (const revision of ['2025-11-25', '2026-07-28'] as const)
      findings.push(
        await compareToolCall(bench, server, toolCall(revision, 'getPost', { id }), route, `revision ${revision}`),
      );
    return findings;
  },
};

async function compareToolCall(
  bench: Workbench,
  server: { readonly url: string; readonly pid: number },
  call: Request,
  route: Request,
  revision: string,
): Promise<Finding> {
  const count = bench.times(3000);
  const results = await runRounds(bench, {
    ours: () => load({ ...server, count, request: () => call }),
    peer: () => load({ ...server, count, request: () => route }),
  });
  return compareProcessorTime({
    what: `processor time of tools/call getPost, ${revision}; peer: GET /api/posts/{id}`,
    ...results,
    target: { atMost: 1.5 },
  });
}
