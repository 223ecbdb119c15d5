import { expect, test } from 'vitest';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { createBrowser } from './browser.ts';
import { startRelyingParty } from './relying-party.ts';
import { decode } from '../fixtures/protocol/keys.ts';

const provider = useStarted(startProvider);

test('relying party keycloak: an application of the broker gets a token for a person of the provider', async () => {
  const broker = await startRelyingParty('keycloak', provider);
  try {
    const endpoints = `${broker.url}/realms/notes/protocol/openid-connect`;
    const verifier = 'a'.repeat(43);
    const client = { client_id: 'notes', redirect_uri: `${broker.url}/signed-in` };
    const query = new URLSearchParams({
      ...client,
      response_type: 'code',
      scope: 'openid',
      code_challenge: s256Challenge(verifier),
      code_challenge_method: 'S256',
      kc_idp_hint: 'platform',
    });
    const { url, text } = await createBrowser(provider.url, provider.owner).open(`${endpoints}/auth?${query}`);
    const code = new URL(url).searchParams.get('code') ?? '';
    const body = new URLSearchParams({ ...client, grant_type: 'authorization_code', code, code_verifier: verifier });
    const response = await fetch(`${endpoints}/token`, { method: 'POST', body });
    const tokens: Readonly<Record<string, unknown>> = JSON.parse(await response.text());
    expect(tokens, `${url} ${text}\n${broker.log()}`).toHaveProperty('access_token');
    expect(decode(String(tokens['access_token'])).claims).toMatchObject({
      iss: `${broker.url}/realms/notes`,
      preferred_username: provider.owner.sub,
    });
  } finally {
    await broker.stop();
  }
});
