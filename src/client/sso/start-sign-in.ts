import type { AuthorizeResponse, PollResponse } from '../../../generated/sso/types.ts';
import { s256Challenge } from '../../protocol/pkce.ts';
import { type CallOptions, callProvider, retryAfter } from './provider-call.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { AuthorizeError, PollError } from './sso-errors.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { isJsonObject, parseJsonObject } from '../../protocol/json-object.ts';
import { encodeBase64url } from '../../protocol/base64url.ts';
import type { TokenStorage } from './stored-session.ts';

/** Session storage keys of the interface document, table "Client values persisted". */
export const flowKeys = {
  codeVerifier: 'platform-sso_code_verifier',
  state: 'platform-sso_state',
  nonce: 'platform-sso_nonce',
} as const;

/** Session storage key of the link and polling code, JSON. */
export const pendingLinkKey = 'platform-sso_pending_sign_in';

/** Session storage key of a sign-in by redirect, JSON: it has secrets of its own beside those of a shown link. */
export const redirectKey = 'platform-sso_redirect';

const allKeys = [...Object.values(flowKeys), pendingLinkKey, redirectKey];

/** Secrets of one sign-in attempt. */
export interface PendingSignIn {
  /** PKCE verifier: 43 characters (RFC 7636 §4.1). */
  readonly codeVerifier: string;
  readonly state: string;
  readonly nonce: string;
}

/**
 * Creates the secrets of a sign-in.
 *
 * @throws Error where a sign-in could not be completed: without a cryptographic random source or signature verification
 */
export function createPendingSignIn(): PendingSignIn {
  const signIn = { codeVerifier: secret(), state: secret(), nonce: secret() };
  // Said before the person approves: the id_token could not be verified afterwards.
  if (globalThis.crypto.subtle === undefined) {
    throw new Error('crypto.subtle is not available: open the page over https or on a loopback host.');
  }
  return signIn;
}

/** Stores the secrets of a sign-in. When the storage is full, an earlier pending sign-in stays complete. */
export function storePendingSignIn(storage: TokenStorage, signIn: PendingSignIn): void {
  const before = allKeys.map((key) => [key, storage.getItem(key)] as const);
  try {
    storage.removeItem(pendingLinkKey);
    storage.setItem(flowKeys.codeVerifier, signIn.codeVerifier);
    storage.setItem(flowKeys.state, signIn.state);
    storage.setItem(flowKeys.nonce, signIn.nonce);
  } catch (error) {
    for (const [key, value] of before) {
      if (value === null) storage.removeItem(key);
      else if (storage.getItem(key) !== value) storage.setItem(key, value);
    }
    throw error;
  }
}

/** Deletes the pending sign-in. */
export function clearPendingSignIn(storage: TokenStorage): void {
  for (const key of allKeys) storage.removeItem(key);
}

/** 256 random bits. */
function secret(): string {
  const source = globalThis.crypto;
  if (typeof source?.getRandomValues !== 'function') {
    throw new Error('crypto.getRandomValues is not available: sign-in needs a cryptographic random source.');
  }
  return encodeBase64url(source.getRandomValues(new Uint8Array(32)));
}

/** Starts a sign-in with fresh PKCE verifier, state and nonce, and stores them after the provider accepted the request. */
export async function startSignIn(context: SsoClientContext, { signal }: CallOptions): Promise<AuthorizeResponse> {
  const { config, api, reporter } = context;
  const { timeout, flowStorage } = config;
  const signIn = createPendingSignIn();
  const { body } = await callProvider('Sign-in could not be started', AuthorizeError, { timeout, signal }, (signal) =>
    api.authorize({
      query: { ...authorizeParameters(context, signIn), response_mode: 'json' },
      signal,
    }),
  );
  if (!isAuthorizeResponse(body)) {
    throw new AuthorizeError(
      'Sign-in could not be started: the response has no usable deep_link, polling_code or expired_at.',
      {
        status: 200,
        error: 'malformed_answer',
      },
    );
  }
  storePendingSignIn(flowStorage, signIn);
  storePendingLink(context, body);
  reporter.event({ type: 'sign-in-started' });
  return body;
}

/** Returns the parameters of an authorization request, response_mode aside. */
export function authorizeParameters(
  { config: { providerAddress, redirectUri }, jkt }: SsoClientContext,
  { codeVerifier, state, nonce }: PendingSignIn,
) {
  return {
    response_type: 'code',
    client_id: providerAddress,
    scope: 'openid',
    code_challenge: s256Challenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
    ...(jkt !== undefined && { dpop_jkt: jkt }),
  } as const;
}

export interface PolledSignIn {
  readonly response: PollResponse;
  /** Retry-After in seconds. */
  readonly retryAfter: number | undefined;
}

/** Polls a sign-in once. */
export async function pollSignIn(
  context: SsoClientContext,
  pollingCode: string,
  { signal }: CallOptions,
): Promise<PolledSignIn> {
  const { config, api } = context;
  const { ssoBaseUrl, timeout, flowStorage } = config;
  const { body, headers } = await callProvider(
    'The sign-in could not be polled',
    PollError,
    { timeout, signal },
    (signal) => api.pollAuthorization({ body: { polling_code: pollingCode }, signal }),
  ).catch((error: unknown) => {
    if (error instanceof PollError && (error.status === 404 || error.status === 409)) {
      forgetPendingLink(context, pollingCode);
    }
    throw error;
  });
  if (!isStatus(body.status)) throw rejectPoll('unknown_status', `the status is ${JSON.stringify(body.status)}`);
  if (body.iss !== undefined && body.iss !== ssoBaseUrl) {
    throw rejectPoll('issuer_mismatch', `its issuer is ${JSON.stringify(body.iss)}, not ${ssoBaseUrl}`);
  }
  if (body.status === 'authorized') {
    const state = flowStorage.getItem(flowKeys.state);
    if (state === null || body.state !== state) {
      throw rejectPoll('state_mismatch', 'its state is not the state of the pending sign-in');
    }
    if (typeof body.authorization_code !== 'string' || body.authorization_code === '') {
      throw rejectPoll('malformed_answer', 'it is authorized without an authorization_code');
    }
  }
  if (body.status === 'rejected' || body.status === 'expired') forgetPendingLink(context, pollingCode);
  return { response: body, retryAfter: retryAfter(headers) };
}

function isStatus(status: unknown): boolean {
  return status === 'pending' || status === 'authorized' || status === 'rejected' || status === 'expired';
}

function rejectPoll(error: string, why: string): PollError {
  return new PollError(`The poll response was rejected: ${why}.`, { status: 200, error });
}

/** Maximum lifetime of a sign-in at the provider in milliseconds. */
const maxLifetime = 600_000;

/** Stores link and polling code of a started sign-in, so that a reloaded page continues it. */
function storePendingLink(context: SsoClientContext, response: AuthorizeResponse): void {
  const { flowStorage, now } = context.config;
  const remaining = response.expired_at * 1000 - now();
  // An impossible lifetime comes from a wrong local clock.
  const lifetime = remaining > 0 && remaining <= maxLifetime ? remaining : maxLifetime;
  const stored = { owner: ownerOf(context), state: flowStorage.getItem(flowKeys.state), usableUntil: now() + lifetime };
  try {
    flowStorage.setItem(pendingLinkKey, JSON.stringify({ ...stored, response }));
  } catch {
    // Without room the sign-in works until the page is reloaded.
    flowStorage.removeItem(pendingLinkKey);
  }
}

/** Returns the pending sign-in of this client, or null. */
export function readPendingLink(context: SsoClientContext): AuthorizeResponse | null {
  const { flowStorage, now } = context.config;
  const { owner, state, usableUntil, response } = read(context);
  const secrets = [flowKeys.codeVerifier, flowKeys.nonce].every((key) => flowStorage.getItem(key) !== null);
  const usable = typeof usableUntil === 'number' && now() < usableUntil && usableUntil <= now() + maxLifetime;
  const isOwn = owner === ownerOf(context) && state === flowStorage.getItem(flowKeys.state);
  return secrets && usable && isOwn && isAuthorizeResponse(response) ? response : null;
}

/** Forgets the pending link when it belongs to this polling code. */
function forgetPendingLink(context: SsoClientContext, pollingCode: string): void {
  const { response } = read(context);
  if (isAuthorizeResponse(response) && response.polling_code === pollingCode) {
    context.config.flowStorage.removeItem(pendingLinkKey);
  }
}

function read({ config: { flowStorage } }: SsoClientContext): Readonly<Record<string, unknown>> {
  return parseJsonObject(utf8(flowStorage.getItem(pendingLinkKey) ?? '')) ?? {};
}

/** Other applications of the origin use the same storage keys. */
function ownerOf({ config: { ssoBaseUrl, providerAddress }, jkt }: SsoClientContext): string {
  return [ssoBaseUrl, providerAddress, jkt].join(' ');
}

/** Returns whether a value has the link, polling code and expiry of a started sign-in. */
function isAuthorizeResponse(value: unknown): value is AuthorizeResponse {
  if (!isJsonObject(value)) return false;
  const { deep_link: link, polling_code: code, expired_at: expiry } = value;
  return isLink(link) && typeof code === 'string' && code !== '' && Number.isFinite(expiry);
}

/** Returns whether a page may show a link: a script URL would run in the page. */
function isLink(link: unknown): boolean {
  if (typeof link !== 'string' || !URL.canParse(link)) return false;
  return !['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(new URL(link).protocol);
}
