import { bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { compareProcessorTime, compareRates, type Finding, median, runRounds } from './findings.ts';
import { load, type Request } from './load.ts';
import type { Measurement, Workbench } from './workbench.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { toolCall } from './prepared-requests.ts';

const documents = [
  { service: 'sso', path: '/.well-known/openid-configuration', name: 'discovery' },
  { service: 'sso', path: '/oauth/jwks', name: 'key set' },
  { service: 'forum', path: '/.well-known/platform-agent-id.json', name: 'service manifest' },
  { service: 'forum', path: '/api/openapi.json', name: 'contract' },
] as const;

/** Headers that Node sets itself. */
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive'];

/** P4: public documents. */
export const publicDocuments: Measurement = {
  title: 'Public documents',
  run: async (bench) => {
    const platform = await bench.platform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: await bench.freshDatabase() },
    });
    const findings: Finding[] = [];
    for (const { service, path, name } of documents) {
      const server = { url: urlOf(platform, service), pid: platform.pid };
      const { body, headers } = await responseAt(server.url + path);
      const size = body.length > 16 * 1024 ? `${Math.round(body.length / 1024)} KiB` : undefined;
      const what = `${name} (GET ${path})`;
      if (size === undefined) {
        findings.push(
          await compareDocument(bench, {
            ...server,
            path,
            what: `${what}; peer: bare Fastify, same status, headers and bytes`,
          }),
        );
        continue;
      }
      findings.push(
        await compareDocument(bench, {
          ...server,
          path,
          what: `${what}, ${size}; peer: bare Fastify, same status, headers and bytes`,
          bytes: body.length,
        }),
        await compareDocument(bench, {
          ...server,
          path,
          what: `${name}, known to the client (304); peer: bare Fastify, same status, headers and bytes`,
          requestHeaders: { 'if-none-match': headers['etag'] ?? '' },
        }),
      );
    }
    return findings;
  },
};

interface ComparedResponse {
  readonly url: string;
  readonly pid: number;
  readonly path: string;
  readonly what: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Response that the peer repeats. */
  readonly bytes?: number;
}

/** Compares a response with bare Fastify, and with bare Fastify that sends the same response. */
async function compareDocument(bench: Workbench, compared: ComparedResponse): Promise<Finding> {
  const { url, pid, path, what, requestHeaders = {}, bytes } = compared;
  const { status, headers, body } = await responseAt(url + path, requestHeaders);
  const recorded = { status, headers, body: bytes === undefined ? body : null };
  const peer = await bench.peer('hello', { args: [String(bytes ?? 0), JSON.stringify(recorded)] });
  const count = bench.times(10_000);
  const { ours, same } = await runRounds(bench, {
    ours: () => load({ url, pid, count, status, request: () => ({ path, headers: requestHeaders }) }),
    same: () => load({ ...peer, count, status, request: () => ({ path: '/same' }) }),
  });
  const cost = Math.round(median(ours.map(({ cpu }) => cpu)) - median(same.map(({ cpu }) => cpu)));
  const note = `Request id, trace, log, metrics and the contract's checks cost ${cost} µs of CPU time; the platform prepares its JSON once.`;
  return compareProcessorTime({ what, ours, peer: same, target: { atMost: 1.5 }, note });
}

async function responseAt(url: string, requestHeaders: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers: requestHeaders });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ownHeaders.includes(name)));
  return { status: response.status, headers, body: await response.text() };
}

/** P5: cost of a route that is bound to a contract, compared with a handwritten one. */
export const contractBinding: Measurement = {
  title: 'Contract binding',
  run: async (bench) => {
    const bound = await bench.peer('one-route', { args: ['bound'] });
    const byHand = await bench.peer('one-route', { args: ['by-hand'] });
    const count = bench.times(4000);
    const body = JSON.stringify({
      title: 'What agents see',
      body: 'A report from the field. '.repeat(20),
      forum: 'field-notes',
      tags: ['report', 'field'],
    });
    const headers = { 'content-type': 'application/json' };
    const request = (index: number) =>
      ({ method: 'PUT', path: `/api/posts/${index}?dryRun=true`, headers, body }) as const;
    const results = await runRounds(bench, {
      ours: () => load({ ...bound, count, request }),
      peer: () => load({ ...byHand, count, request }),
    });
    return [
      compareRates({
        what: 'PUT of a validated body, bound to its contract; peer: the same route by hand',
        ...results,
        target: { atLeast: 0.95 },
        note: 'Both validate with the same compiled schemas; the binding adds the lookup of the operation and its context.',
      }),
    ];
  },
};

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
    target: { atMost: 3 },
    note: 'A tool call is validated twice, as a message and as the operation that it calls.',
  });
}
