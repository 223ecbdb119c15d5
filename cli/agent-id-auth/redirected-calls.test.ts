import { expect, test } from 'vitest';
import { useAuth, verifiedProof } from '../../contract-tests/fixtures/cli/auth-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { respondJson, startTestService } from '../../contract-tests/fixtures/cli/test-service.ts';

const world = useAuth(useToolkit('agent-id-auth'));
const { auth } = world;

test('auth call: the request is repeated once for a DPoP nonce challenge', async () => {
  const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'fresh' };
  const start = world.service.received.length;
  world.service.respond = (request, response) => {
    const proof = JSON.parse(
      Buffer.from(String(request.headers['dpop']).split('.')[1] ?? '', 'base64url').toString(),
    ) as { nonce?: string };
    respondJson(response, proof.nonce === 'fresh' ? 200 : 401, {}, challenge);
  };
  expect((await auth('call', '--url', world.service.url, '--method', 'POST', '--body', '{}')).json['status']).toBe(200);
  const [first, second] = world.service.received.slice(start);
  if (first && second)
    expect(verifiedProof(second, world.service.url, 'fresh').jti).not.toBe(verifiedProof(first, world.service.url).jti);
  world.service.respond = (_request, response) => respondJson(response, 401, {}, challenge);
  expect((await auth('call', '--url', world.service.url)).json['status']).toBe(401);
  expect(world.service.received.length).toBe(start + 4);
});

test('auth call: a same-origin redirect is signed again, and 303 becomes GET', async () => {
  const start = world.service.received.length;
  world.service.respond = (request, response) => {
    if (request.path === '/old') response.writeHead(308, { location: '/new' }).end();
    else if (request.path === '/new') response.writeHead(303, { location: '/done' }).end();
    else respondJson(response, 200, {});
  };
  const { json } = await auth('call', '--url', `${world.service.url}/old`, '--method', 'POST', '--body', '{}');
  expect(json).toMatchObject({ ok: true, method: 'GET', url: `${world.service.url}/done` });
  const seen = world.service.received.slice(start);
  expect(seen.map(({ method, path, body }) => [method, path, body.length])).toEqual([
    ['POST', '/old', 2],
    ['POST', '/new', 2],
    ['GET', '/done', 0],
  ]);
  for (const request of seen) verifiedProof(request, world.service.url + request.path);
});

test('auth call: a cross-origin redirect is refused and nothing is sent to it', async () => {
  const other = await startTestService();
  world.service.respond = (_request, response) => response.writeHead(302, { location: `${other.url}/steal` }).end();
  const { json } = await auth('call', '--url', world.service.url);
  expect(json['code']).toBe('cross_origin_redirect');
  expect(other.received).toEqual([]);
  await other.close();
});

test('auth call: a redirect loop ends with too_many_redirects', async () => {
  world.service.respond = (_request, response) => response.writeHead(307, { location: '/again' }).end();
  expect((await auth('call', '--url', world.service.url)).json['code']).toBe('too_many_redirects');
});

test('auth call: --timeout-ms and --max-bytes are enforced', async () => {
  world.service.respond = (_request, response) => response.end('x'.repeat(2000));
  expect((await auth('call', '--url', world.service.url, '--max-bytes', '1000')).json['code']).toBe(
    'response_too_large',
  );
  expect((await auth('call', '--url', world.service.url, '--max-bytes', '2000')).json['ok']).toBe(true);
  world.service.respond = (_request, response) => response.flushHeaders();
  expect((await auth('call', '--url', world.service.url, '--timeout-ms', '200')).json['code']).toBe('timeout');
});

test('auth call: --timeout-ms covers all redirects together', async () => {
  world.service.respond = ({ path }, response) => {
    const next = Number(path.slice(1)) + 1;
    setTimeout(() => response.writeHead(307, { location: `/${next}` }).end(), 150);
  };
  expect((await auth('call', '--url', `${world.service.url}/0`, '--timeout-ms', '500')).json['code']).toBe('timeout');
});
