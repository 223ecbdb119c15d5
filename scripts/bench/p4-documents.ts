import { urlOf } from '../../contract-tests/fixtures/identity.ts';
import { compareLoads, type Load, load } from './load.ts';
import type { Finding, Measurement } from './measurement.ts';
import { inTurns } from './rounds.ts';

const documents = [
  { service: 'sso', path: '/.well-known/openid-configuration', called: 'discovery' },
  { service: 'sso', path: '/oauth/jwks', called: 'key set' },
  { service: 'forum', path: '/.well-known/platform-agent-id.json', called: 'service manifest' },
  { service: 'forum', path: '/api/openapi.json', called: 'contract' },
] as const;

const note =
  'The peer sends no security headers and no ETag, gives no request id, keeps no log and counts nothing; the bytes of ours are prepared once.';

/** P4: documents that are the same for everybody. */
export const publicDocuments: Measurement = {
  title: 'Public documents',
  run: async (bench) => {
    const platform = await bench.platform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: await bench.freshDatabase() },
    });
    const count = bench.times(2500);
    const findings: Finding[] = [];
    for (const { service, path, called } of documents) {
      const server = { url: urlOf(platform, service), pid: platform.process.pid ?? NaN };
      const answer = await fetch(server.url + path);
      const { length } = await answer.text();
      const peer = await bench.peer('hello', { args: [String(length)] });
      const large = length > 16 * 1024;
      const compare = async (ours: Partial<Load>, peerPath: string) =>
        inTurns(bench.rounds, {
          ours: () => load({ ...server, count, request: () => ({ path }), ...ours }),
          peer: () => load({ ...peer, count, request: () => ({ path: peerPath }) }),
        });

      const whole = await compare({}, large ? '/bytes' : '/hello');
      const size = large
        ? `${Math.round(length / 1024)} KiB; peer: bare Fastify, as many bytes`
        : 'peer: bare Fastify hello';
      findings.push(compareLoads(`${called} (GET ${path}), ${size}`, whole.ours, whole.peer, { atLeast: 0.8 }, note));
      if (!large) continue;
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
      const known = await compare({ request: () => ({ path, headers }), status: 304 }, '/hello');
      findings.push(
        compareLoads(`${called}, known to the client (304); peer: bare Fastify hello`, known.ours, known.peer, {
          atLeast: 0.8,
        }),
      );
    }
    return findings;
  },
};
