import { isJsonObject } from '../../protocol/json-object.ts';
import { responseText, equalText } from '../../protocol/bytes.ts';
import { type DpopSigner, sendSigned } from '../http/middleware.ts';
import { encodeBase64url } from '../../protocol/base64url.ts';

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;
const maxNotificationBytes = 4 * 1024;

/** How a client proves to the provider who it is. */
export type ClientCredential =
  | { readonly clientSecret: string; readonly method?: 'client_secret_basic' | 'client_secret_post' | undefined }
  /** Returns a signed assertion for the issuer (RFC 7523), for `private_key_jwt`. */
  | { readonly clientAssertion: (issuer: string) => string | Promise<string> };

export interface ApprovalTransport {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client, which proves its key. */
  readonly credential: ClientCredential | undefined;
  readonly signer: DpopSigner | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal | undefined;
}

export interface OauthResponse {
  readonly status: number;
  /** Empty when the body is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The endpoints of CIBA in the metadata of a provider. */
export interface ApprovalEndpoints {
  readonly backchannel: string;
  readonly token: string;
  readonly keySet: string;
}

/** Reads the metadata of the provider (OpenID Connect Discovery §4). @throws ApprovalError `bad_metadata` */
export async function discoverApprovalEndpoints({
  issuer,
  fetch,
  signal,
}: ApprovalTransport): Promise<ApprovalEndpoints> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await responseOf(
    await fetch(url, { redirect: 'manual', signal: timeout(signal), headers: { accept: 'application/json' } }),
  );
  if (status !== 200) throw new ApprovalError('bad_metadata', `${url} responded with status ${status}.`, status);
  if (body['issuer'] !== issuer) throw new ApprovalError('bad_metadata', `${url} is not the metadata of ${issuer}.`);
  const endpoint = (name: string): string => {
    const value = body[name];
    if (typeof value === 'string' && URL.canParse(value)) return value;
    throw new ApprovalError('bad_metadata', `The metadata of ${issuer} has no ${name}.`);
  };
  return {
    backchannel: endpoint('backchannel_authentication_endpoint'),
    token: endpoint('token_endpoint'),
    keySet: endpoint('jwks_uri'),
  };
}

/** Sends a form with the credentials of the client, once more after a nonce challenge. */
export async function sendForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  { issuer, clientId, credential, signer, fetch, signal }: ApprovalTransport,
): Promise<OauthResponse> {
  const form = new URLSearchParams({ ...fields, client_id: clientId });
  const headers = new Headers({ accept: 'application/json' });
  if (credential && 'clientAssertion' in credential) {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    form.set('client_assertion', await credential.clientAssertion(issuer));
  } else if (credential?.method === 'client_secret_post') form.set('client_secret', credential.clientSecret);
  else if (credential) headers.set('authorization', basicAuthorization(clientId, credential.clientSecret));
  const request = new Request(url, {
    method: 'POST',
    body: form,
    headers,
    // Following a redirect would send credentials to another server.
    redirect: 'manual',
    signal: timeout(signal),
  });
  return responseOf(await sendSigned(request, { signer, fetch }));
}

/** RFC 6749 §2.3.1: both parts are form-encoded first. */
function basicAuthorization(clientId: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${btoa(`${encode(clientId)}:${encode(secret)}`)}`;
}

async function responseOf(response: Response): Promise<OauthResponse> {
  const text = await responseText(response, maxBytes);
  try {
    const body: unknown = JSON.parse(text);
    return { status: response.status, body: isJsonObject(body) ? body : {} };
  } catch {
    return { status: response.status, body: {} };
  }
}

function timeout(signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? late : AbortSignal.any([signal, late]);
}

/** A request that nobody was asked, or whose decision cannot be trusted. A no of the person is no error. */
export class ApprovalError extends Error {
  /** `error` of the provider; `bad_metadata`, `bad_response` or `dpop_not_honored` for a response that breaks the protocol. */
  readonly code: string;
  /** HTTP status of the response; undefined without one. */
  readonly status: number | undefined;

  constructor(code: string, message: string, status?: number) {
    super(message);
    this.name = 'ApprovalError';
    this.code = code;
    this.status = status;
  }
}

export interface ApprovalNotificationOptions {
  /**
   * Bearer token that the provider sends, 22 to 1,024 characters. Default: random, for a single process; several processes
   * share one from their secrets.
   */
  readonly token?: string | undefined;
  /** Called once a decision can be fetched, for requests of other processes. */
  readonly onDecision?: ((authReqId: string) => void) | undefined;
}

/** The endpoint at which a provider notifies a client in ping mode. */
export interface ApprovalNotifications {
  /** Sent as `client_notification_token`. */
  readonly token: string;
  /** Handles a request of the provider: 204, 401 for another token, or 400. */
  readonly handle: (request: Request) => Promise<Response>;
  /** Calls back on the notification of a request. @returns a function that stops this */
  readonly listen: (authReqId: string, listener: () => void) => () => void;
}

/**
 * Creates the handler of a client notification endpoint (CIBA Core §10.2). It says only that a decision can be fetched, so
 * a forged or repeated notification grants nothing.
 *
 * @throws TypeError for a token that is too short or no bearer token
 */
export function createApprovalNotifications({
  token = encodeBase64url(crypto.getRandomValues(new Uint8Array(32))),
  onDecision,
}: ApprovalNotificationOptions = {}): ApprovalNotifications {
  if (!/^[A-Za-z0-9._~+/-]{22,1024}=*$/.test(token))
    throw new TypeError('token must have 22 to 1024 characters of a bearer token.');
  const listeners = new Map<string, () => void>();
  return {
    token,
    handle: async (request) => {
      const [, presented = ''] = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      if (!equalText(presented, token))
        return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
      const body = await responseText(new Response(request.body), maxNotificationBytes)
        .then(JSON.parse)
        .catch(() => undefined);
      const id: unknown = isJsonObject(body) ? body['auth_req_id'] : undefined;
      if (request.method !== 'POST' || typeof id !== 'string') return new Response(null, { status: 400 });
      listeners.get(id)?.();
      onDecision?.(id);
      return new Response(null, { status: 204 });
    },
    listen: (authReqId, listener) => {
      listeners.set(authReqId, listener);
      return () => void listeners.delete(authReqId);
    },
  };
}
