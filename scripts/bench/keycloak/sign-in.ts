import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import type { TestKey } from '../../../contract-tests/fixtures/identity.ts';
import { s256Challenge } from '../../../src/protocol/pkce.ts';
import { makeProofs } from '../proofs.ts';
import { client, password, type RealmName } from './realm.ts';

/** Tokens of a user, bound to a DPoP key. */
export interface KeycloakTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface KeycloakUser {
  readonly url: string;
  readonly realm?: RealmName;
  readonly user: number;
  readonly key: TestKey;
}

export const endpoint = (realm: RealmName, name: 'auth' | 'token' | 'userinfo'): string =>
  `/realms/${realm}/protocol/openid-connect/${name}`;

const dispatcher = new Agent({ connections: 32 });

/** Signs a user in with the browser flow: page of the password form, its submission, exchange of the code with a DPoP proof. */
export async function signInAtKeycloak({ url, realm = 'bench', user, key }: KeycloakUser): Promise<KeycloakTokens> {
  const verifier = randomBytes(32).toString('base64url');
  const page = new URL(url + endpoint(realm, 'auth'));
  page.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: 'openid',
    state: randomBytes(16).toString('base64url'),
    code_challenge: s256Challenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const shown = await request(page, { dispatcher });
  const cookies = [shown.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');
  const action = /action="([^"]+)"/.exec(await shown.body.text())?.[1]?.replaceAll('&amp;', '&');
  if (action === undefined) throw new Error(`Keycloak responded ${shown.statusCode} without a form to sign in.`);

  const submitted = await post(action, { username: `user-${user}`, password }, { cookie: cookies.join('; ') });
  const code = new URL(String(submitted.headers['location'] ?? 'none:')).searchParams.get('code');
  await submitted.body.dump();
  if (code === null) throw new Error(`Keycloak responded ${submitted.statusCode} to the password, without a code.`);

  const tokenUrl = url + endpoint(realm, 'token');
  const [dpop = ''] = await makeProofs(1, key, { method: 'POST', url: tokenUrl });
  const form = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code,
    code_verifier: verifier,
  };
  const exchanged = await post(tokenUrl, form, { dpop });
  const body = (await exchanged.body.json()) as { access_token?: string; refresh_token?: string; token_type?: string };
  if (body.token_type !== 'DPoP')
    throw new Error(`Keycloak responded ${exchanged.statusCode}: ${JSON.stringify(body)}`);
  return { accessToken: body.access_token ?? '', refreshToken: body.refresh_token ?? '' };
}

function post(url: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  return request(url, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
}
