import type { AuthorizeResponse, PollResponse } from '../../../generated/sso/types.ts';
import { s256Challenge } from '../../protocol/pkce.ts';
import { isAuthorizeResponse } from './authorize-response.ts';
import { flowKeys, createPendingSignIn, type PendingSignIn, storePendingSignIn } from './pending-sign-in.ts';
import { type CallOptions, callProvider, retryAfter } from './provider-call.ts';
import { forgetPendingLink, storePendingLink } from './resume-sign-in.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { AuthorizeError, PollError } from './sso-errors.ts';

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
