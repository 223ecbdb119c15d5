import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { pythonEnvironment } from './python-environment.ts';
import { runSignIn } from '../fixtures/stock-client.ts';
import { decode } from '../fixtures/protocol/keys.ts';

const environment = pythonEnvironment();
const python = 'python' in environment ? environment.python : undefined;
if ('missing' in environment) console.warn(`The Python client is skipped: it needs ${environment.missing}.`);

const redirectUri = 'http://127.0.0.1:53117/callback';

let provider: RunningProvider;
beforeAll(async () => {
  if (python !== undefined) provider = await startProvider();
});
afterAll(() => provider?.stop());

const script = join(import.meta.dirname, 'python-client.py');
const run = (algorithm: string) =>
  runSignIn([python ?? '', script, provider.url, provider.clientId, redirectUri, algorithm], provider);

test.runIf(python !== undefined).each(['none', 'EdDSA'])(
  'requests-oauth2client completes discovery, code, id_token, userinfo, refresh and revocation, with DPoP by %s',
  async (algorithm) => {
    const { jkt, idTokenJkt, accessToken, ...result } = await run(algorithm);
    const tokenType = algorithm === 'none' ? 'Bearer' : 'DPoP';
    const userinfo = { sub: provider.owner.sub, aud: provider.clientId };
    expect(result).toEqual({
      tokenType,
      idTokenSub: provider.owner.sub,
      userinfo,
      rotated: true,
      refreshedTokenType: tokenType,
      refreshedUserinfo: userinfo,
      afterRevocation: 'invalid_grant',
    });
    expect(idTokenJkt).toBe(jkt);
    expect(decode(String(accessToken)).claims['cnf']).toEqual(algorithm === 'none' ? undefined : { jkt });
  },
  120_000,
);
