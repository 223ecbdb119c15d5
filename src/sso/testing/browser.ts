import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { issuer, type Sso } from './sso-fixture.ts';

/** A browser whose owner signed in with a passkey. */
export interface SignedInBrowser {
  readonly sub: string;
  readonly cookie: string;
  readonly authenticator: Authenticator;
  /** Sends a request below /api/v1/owner with the session cookie; an empty path is the owner itself. */
  readonly send: (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    furtherCookie?: string,
  ) => ReturnType<typeof sendAs>;
  readonly assertionChallenge: (action: object) => Promise<string>;
  /** Confirms an action with the passkey. */
  readonly assert: (action: object) => Promise<object>;
}

type Challenge = { readonly publicKey: { readonly challenge: string } };

/** Registers a passkey of a new owner, which signs the browser in. */
export async function signInBrowser(sso: Sso): Promise<SignedInBrowser> {
  const authenticator = createAuthenticator();
  const anonymous = { origin: issuer };
  const options = await sendAs(sso, anonymous, 'POST', 'passkeys/registration-options', { name: 'Laptop' });
  const credential = authenticator.create(options.json<Challenge>().publicKey.challenge);
  const registered = await sendAs(sso, anonymous, 'POST', 'passkeys', { credential });
  if (registered.statusCode !== 201) throw new Error(`registration: ${registered.statusCode} ${registered.body}`);
  const { sub } = registered.json<{ sub: string }>();
  authenticator.belongsTo(sub);
  const cookie = String(registered.headers['set-cookie']).split(';')[0] ?? '';
  const send: SignedInBrowser['send'] = (method, path, body, furtherCookie) => {
    const cookies = furtherCookie === undefined ? cookie : `${cookie}; ${furtherCookie}`;
    return sendAs(sso, { origin: issuer, cookie: cookies }, method, path, body);
  };
  const assertionChallenge = async (action: object) => {
    const started = await send('POST', 'passkeys/assertion-options', action);
    if (started.statusCode !== 200) throw new Error(`assertion options: ${started.statusCode} ${started.body}`);
    return started.json<Challenge>().publicKey.challenge;
  };
  return {
    sub,
    cookie,
    authenticator,
    send,
    assertionChallenge,
    assert: async (action) => authenticator.get(await assertionChallenge(action)),
  };
}

function sendAs(
  sso: Sso,
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) {
  const url = `/api/v1/owner${path === '' ? '' : `/${path}`}`;
  return sso.app.inject({ method, url, headers, ...(body && { payload: body }) });
}
