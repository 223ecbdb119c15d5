import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { s256Challenge } from '../../../src/protocol/pkce.ts';
import { throughApprovalPage } from '../../fixtures/passkey-browser.ts';
import type { RunningProvider, ParsedResponse } from '../../fixtures/sso.ts';

export const redirectUri = 'http://127.0.0.1:53117/callback';

/** A client that signs in as the modules of the conformance suite do, with the PKCE that this provider requires. */
export interface RedirectClient {
  /** URL of an authorization request; undefined removes a parameter. */
  readonly request: (changes?: Changes) => Request;
  /** Sends the browser to the provider, where the owner approves. */
  readonly authorize: (changes?: Changes) => Promise<Authorized>;
  readonly exchange: (authorized: Authorized, headers?: Readonly<Record<string, string>>) => Promise<ParsedResponse>;
  /** Signs in and verifies the id_token (OpenID Connect Core §3.1.3.7). */
  readonly signIn: (changes?: Changes) => Promise<SignedIn>;
  /** Opens an authorization URL in a browser that does not approve. */
  readonly open: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Opened>;
}

type Changes = Readonly<Record<string, string | undefined>>;

interface Request {
  readonly url: string;
  readonly parameters: URLSearchParams;
  readonly verifier: string;
}

export interface Authorized extends Request {
  readonly response: URLSearchParams;
}

export interface SignedIn {
  readonly claims: JWTPayload;
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly authorized: Authorized;
}

interface Opened {
  readonly status: number;
  readonly location: string | null;
  /** Parameters of a redirect to the client; undefined for every other response. */
  readonly response: Readonly<Record<string, string>> | undefined;
  readonly text: string;
}

/** A client with a secret, and how it sends it (RFC 6749 §2.3.1). */
export interface ConfidentialClient {
  readonly clientId: string;
  readonly secret: string;
  readonly method: 'client_secret_basic' | 'client_secret_post';
}

export function redirectClient(provider: RunningProvider, confidential?: ConfidentialClient): RedirectClient {
  const clientId = confidential?.clientId ?? provider.clientId;
  const keys = createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`));

  const request: RedirectClient['request'] = (changes = {}) => {
    const verifier = randomBytes(32).toString('base64url');
    const sent = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'openid',
      state: randomBytes(8).toString('hex'),
      nonce: randomBytes(8).toString('hex'),
      code_challenge: s256Challenge(verifier),
      code_challenge_method: 'S256',
      ...changes,
    };
    const entries = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const parameters = new URLSearchParams(entries);
    return { url: `${provider.url}/oauth/authorize?${parameters.toString()}`, parameters, verifier };
  };

  const authorize: RedirectClient['authorize'] = async (changes) => {
    const asked = request(changes);
    const back = await throughApprovalPage(asked.url, provider.owner);
    return { ...asked, response: back.searchParams };
  };

  const exchange: RedirectClient['exchange'] = ({ parameters, response, verifier }, headers = {}) =>
    provider.send('POST', '/oauth/token', {
      headers: { ...headers, ...basicHeader(confidential) },
      form: {
        grant_type: 'authorization_code',
        code: response.get('code') ?? '',
        client_id: parameters.get('client_id') ?? '',
        redirect_uri: parameters.get('redirect_uri') ?? '',
        code_verifier: verifier,
        ...(confidential?.method === 'client_secret_post' && { client_secret: confidential.secret }),
      },
    });

  return {
    request,
    authorize,
    exchange,
    signIn: async (changes) => {
      const authorized = await authorize(changes);
      const { status, body } = await exchange(authorized);
      if (status !== 200) throw new Error(`The exchange returned ${status}: ${JSON.stringify(body)}`);
      const idToken = String(body['id_token']);
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: provider.url,
        audience: clientId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
      });
      return {
        claims: payload,
        idToken,
        accessToken: String(body['access_token']),
        refreshToken: String(body['refresh_token']),
        authorized,
      };
    },
    open: async (url, headers = {}) => {
      const received = await fetch(url, { redirect: 'manual', headers });
      const location = received.headers.get('location');
      const response = location?.startsWith(redirectUri)
        ? Object.fromEntries(new URL(location).searchParams)
        : undefined;
      return { status: received.status, location, response, text: await received.text() };
    },
  };
}

function basicHeader(client: ConfidentialClient | undefined): Readonly<Record<string, string>> {
  if (client?.method !== 'client_secret_basic') return {};
  const credentials = Buffer.from(`${client.clientId}:${client.secret}`).toString('base64');
  return { authorization: `Basic ${credentials}` };
}
