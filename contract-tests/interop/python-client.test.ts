import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throughApprovalPage } from '../fixtures/redirect-browser.ts';
import { decode, type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { pythonEnvironment } from './python-environment.ts';

const environment = pythonEnvironment();
const python = 'python' in environment ? environment.python : undefined;
if ('missing' in environment) console.warn(`The Python client is skipped: it needs ${environment.missing}.`);

const redirectUri = 'http://127.0.0.1:53117/callback';

let provider: RunningProvider;
beforeAll(async () => {
  if (python !== undefined) provider = await startProvider();
});
afterAll(() => provider?.stop());

/** Runs the client. The owner approves its sign-in. */
async function run(algorithm: string): Promise<Record<string, unknown>> {
  const script = join(import.meta.dirname, 'python-client.py');
  const child = spawn(python ?? '', [script, provider.url, provider.clientId, redirectUri, algorithm]);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close');
  const printed: Record<string, unknown>[] = [];
  for await (const line of createInterface(child.stdout)) {
    const message: Record<string, unknown> = JSON.parse(line);
    printed.push(message);
    if (typeof message['authorizationUrl'] !== 'string') continue;
    const back = await throughApprovalPage(message['authorizationUrl'], provider.owner);
    child.stdin.end(`${back.href}\n`);
  }
  expect([await ended, errors]).toEqual([[0, null], '']);
  return printed.at(-1) ?? {};
}

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
