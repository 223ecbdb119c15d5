import { expect, test } from 'vitest';
import { useAuth } from '../../contract-tests/fixtures/cli/auth-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit('agent-id-auth');
const world = useAuth(toolkit);
const { auth, session } = world;

test('auth header and call: without a bound session the error names bootstrap and bind', async () => {
  const empty = toolkit.scratch();
  for (const prepared of [false, true]) {
    if (prepared) await toolkit.run('agent-id-core', ['init', '--state-dir', empty]);
    for (const command of ['header', 'call']) {
      const { json, code } = await toolkit.run('agent-id-auth', [
        command,
        '--url',
        'https://a.example',
        '--state-dir',
        empty,
      ]);
      expect(code).toBe(1);
      expect(json['error']).toMatch(/^No bound session with access_token/);
    }
  }
});

test('auth call: an access token about to expire is refreshed once for all processes [B49]', async () => {
  world.provider.behaviour.accessTokenSeconds = 30;
  await world.bind();
  world.provider.behaviour.accessTokenSeconds = 900;
  const before = session()['accessToken'];
  const start = world.provider.requests.length;
  const runs = await Promise.all(
    Array.from({ length: 8 }, () =>
      toolkit.spawn('agent-id-auth', ['header', '--url', 'https://a.example', '--state-dir', world.stateDir]),
    ),
  );
  expect(new Set(runs.map(({ json }) => json['authorization']))).toEqual(new Set([`DPoP ${session()['accessToken']}`]));
  expect(session()['accessToken']).not.toBe(before);
  expect(world.provider.requests.slice(start).filter((one) => one.endsWith('/oauth/token'))).toHaveLength(1);
});

test('auth call: a valid access token is used when the provider cannot refresh it', async () => {
  world.provider.behaviour.accessTokenSeconds = 30;
  await world.bind();
  const broken = {
    path: '/oauth/token',
    response: [503, { error: 'temporarily_unavailable', error_description: 'x' }],
  } as const;
  world.provider.behaviour.nextResponses.push(broken, broken);
  const { json, stderr } = await auth('header', '--url', 'https://a.example');
  expect(json['ok']).toBe(true);
  expect(stderr).toContain('retryable');
});

test('auth call: a revoked authorization fails with authorization_revoked', async () => {
  world.provider.behaviour.accessTokenSeconds = 30;
  await world.bind();
  world.provider.behaviour.revoked = true;
  expect((await auth('header', '--url', 'https://a.example')).json['error']).toMatch(
    /^Session refresh failed \(authorization revoked\)/,
  );
});
