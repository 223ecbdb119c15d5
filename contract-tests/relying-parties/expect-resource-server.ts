import { expect } from 'vitest';
import { newKey } from '../fixtures/identity.ts';
import type { RunningProvider } from '../fixtures/sso.ts';
import { type RelyingParty, startRelyingParty } from './relying-party.ts';

const path = '/api/caller';

/** Starts the resource server of a guide page, and expects that it accepts access tokens for its application alone. */
export async function expectResourceServer(product: string, provider: RunningProvider): Promise<void> {
  const application = await startRelyingParty(product, provider);
  try {
    const own = await tokensFor(application, provider);
    const bound = await tokensFor(application, provider, newKey());
    const foreign = await provider.signIn();
    const [header, claims, signature = ''] = own.accessToken.split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const tokens = {
      none: undefined,
      'of another application': foreign.accessToken,
      'an id_token': own.idToken,
      'bound to a key': bound.accessToken,
      'with another signature': [header, claims, flipped].join('.'),
      valid: own.accessToken,
    };
    const statuses = Object.entries(tokens).map(async ([name, token]) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const { status } = await fetch(application.url + path, { headers });
      return [name, status];
    });
    expect(Object.fromEntries(await Promise.all(statuses)), application.log()).toEqual({
      none: 401,
      'of another application': 401,
      'an id_token': 401,
      'bound to a key': 401,
      'with another signature': 401,
      valid: 200,
    });
    const headers = { authorization: `Bearer ${own.accessToken}` };
    expect(await (await fetch(application.url + path, { headers })).text()).toContain(provider.owner.sub);
  } finally {
    await application.stop();
  }
}

/** Signs the owner in to the application. */
async function tokensFor(
  { clientId, clientSecret }: RelyingParty,
  provider: RunningProvider,
  key?: ReturnType<typeof newKey>,
): Promise<{ readonly accessToken: string; readonly idToken: string }> {
  const { grant } = await provider.approve({ client_id: clientId, ...(key && { dpop_jkt: key.jkt }) });
  const secret = clientSecret === '' ? {} : { client_secret: clientSecret };
  const { body } = await provider.exchange({ ...grant, ...secret }, key);
  return { accessToken: String(body['access_token']), idToken: String(body['id_token']) };
}
