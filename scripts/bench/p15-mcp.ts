import { bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { load, microseconds, type Request } from './load.ts';
import type { Finding, Measurement } from './measurement.ts';
import { inTurns, ratioOf } from './rounds.ts';
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
    return [
      await compare(bench, server, toolCall({ name: 'getPost', arguments: { id } }), route, 'revision 2025-11-25'),
      await compare(
        bench,
        server,
        toolCall({ name: 'getPost', arguments: { id } }, modern),
        route,
        'revision 2026-07-28',
      ),
    ];
  },
};

const accept = 'application/json, text/event-stream';

/** What revision 2026-07-28 adds to a message and its headers. */
const modern = {
  meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'getPost' },
};

function toolCall(params: object, revision?: typeof modern): Request {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { ...params, ...(revision && { _meta: revision.meta }) },
  };
  const headers = revision?.headers ?? { 'mcp-protocol-version': '2025-11-25' };
  return {
    method: 'POST',
    path: '/mcp',
    headers: { accept, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  };
}

async function compare(
  bench: Workbench,
  server: { readonly url: string; readonly pid: number },
  call: Request,
  route: Request,
  revision: string,
): Promise<Finding> {
  const count = bench.times(3000);
  const results = await inTurns(bench.rounds, {
    ours: () => load({ ...server, count, request: () => call }),
    peer: () => load({ ...server, count, request: () => route }),
  });
  const cpu = ratioOf(
    results.ours.map((taken) => taken.cpu),
    results.peer.map((taken) => taken.cpu),
  );
  return {
    what: `processor time of tools/call getPost, ${revision}; peer: GET /api/posts/{id}`,
    ours: microseconds(results.ours),
    peer: microseconds(results.peer),
    ratio: cpu,
    bar: { atMost: 1.5 },
    cpu,
  };
}
