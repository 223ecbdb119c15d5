import { isJsonObject } from '../../protocol/json-object.ts';
import { responseText } from '../../protocol/bytes.ts';
import { type DpopSigner, sendSigned } from '../http/middleware.ts';

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

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
