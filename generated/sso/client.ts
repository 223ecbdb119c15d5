// Written by `npm run generate` from the contract. Do not edit.

import { type ClientOptions, createClient, type Route } from '../../src/contract/client.ts';
import type { OperationCall } from '../../src/contract/operation.ts';
import type { SsoOperations } from './operations.ts';

const routes: { readonly [Id in keyof SsoOperations]: Route } = {
  authorize: { method: 'get', path: '/oauth/authorize', statuses: [200, 303, 400, 403, 429, 500, 503] },
  pollAuthorization: { method: 'post', path: '/oauth/poll', statuses: [200, 400, 404, 409, 413, 415, 429, 500, 503] },
  exchangeToken: { method: 'post', path: '/oauth/token', contentType: 'application/x-www-form-urlencoded', statuses: [200, 400, 409, 413, 415, 429, 500, 503] },
  getUserinfo: { method: 'get', path: '/oauth/userinfo', statuses: [200, 400, 401, 429, 500, 503] },
  postUserinfo: { method: 'post', path: '/oauth/userinfo', statuses: [200, 400, 401, 429, 500, 503] },
  getJwks: { method: 'get', path: '/oauth/jwks', statuses: [200, 304, 429, 500, 503] },
  revokeToken: { method: 'post', path: '/oauth/revoke', contentType: 'application/x-www-form-urlencoded', statuses: [200, 400, 413, 415, 429, 500, 503] },
  getOpenidConfiguration: { method: 'get', path: '/.well-known/openid-configuration', statuses: [200, 304, 429, 500, 503] },
  getAuthorizationServerMetadata: { method: 'get', path: '/.well-known/oauth-authorization-server', statuses: [200, 304, 429, 500, 503] },
  getOwner: { method: 'get', path: '/api/v1/owner', statuses: [200, 401, 429, 500, 503] },
  deleteOwner: { method: 'delete', path: '/api/v1/owner', statuses: [204, 401, 403, 429, 500, 503] },
  enrolDevice: { method: 'post', path: '/api/v1/owner/devices', statuses: [200, 201, 400, 401, 413, 415, 429, 500, 503] },
  startPasskeyRegistration: { method: 'post', path: '/api/v1/owner/passkeys/registration-options', statuses: [200, 400, 401, 403, 409, 413, 415, 429, 500, 503] },
  finishPasskeyRegistration: { method: 'post', path: '/api/v1/owner/passkeys', statuses: [201, 400, 401, 403, 409, 413, 415, 429, 500, 503] },
  removePasskey: { method: 'delete', path: '/api/v1/owner/passkeys/{credentialId}', statuses: [204, 400, 401, 403, 404, 409, 429, 500, 503] },
  startPasskeySignIn: { method: 'post', path: '/api/v1/owner/session/options', statuses: [200, 400, 429, 500, 503] },
  finishPasskeySignIn: { method: 'post', path: '/api/v1/owner/session', statuses: [200, 400, 413, 415, 429, 500, 503] },
  signOut: { method: 'delete', path: '/api/v1/owner/session', statuses: [204, 401, 403, 429, 500, 503] },
  getAuthorizationRequest: { method: 'get', path: '/api/v1/owner/requests/{requestId}', statuses: [200, 400, 401, 404, 429, 500, 503] },
  decideAuthorizationRequest: { method: 'post', path: '/api/v1/owner/requests/{requestId}/decision', statuses: [200, 400, 401, 403, 404, 409, 410, 413, 415, 429, 500, 503] },
  listConnectedSessions: { method: 'get', path: '/api/v1/owner/sessions', statuses: [200, 400, 401, 429, 500, 503] },
  revokeConnectedSession: { method: 'delete', path: '/api/v1/owner/sessions/{sessionId}', statuses: [204, 400, 401, 403, 404, 429, 500, 503] },
  revokeConnectedClient: { method: 'delete', path: '/api/v1/owner/clients/{clientId}', statuses: [200, 400, 401, 403, 429, 500, 503] },
  listProviders: { method: 'get', path: '/api/v1/providers', statuses: [200, 400, 401, 429, 500, 503] },
  createProvider: { method: 'post', path: '/api/v1/providers', statuses: [201, 400, 401, 413, 415, 429, 500, 503] },
  getProvider: { method: 'get', path: '/api/v1/providers/{providerAddress}', statuses: [200, 400, 401, 404, 429, 500, 503] },
  updateProvider: { method: 'patch', path: '/api/v1/providers/{providerAddress}', statuses: [200, 400, 401, 404, 413, 415, 429, 500, 503] },
  disableProvider: { method: 'post', path: '/api/v1/providers/{providerAddress}/disable', statuses: [200, 400, 401, 404, 429, 500, 503] },
  rotateSigningKey: { method: 'post', path: '/api/v1/signing-keys', statuses: [200, 401, 429, 500, 503] },
  withdrawSigningKey: { method: 'post', path: '/api/v1/signing-keys/{kid}/withdraw', statuses: [200, 400, 401, 404, 429, 500, 503] },
};

/** Sign-in provider, version 1.0.0. */
export interface SsoClient {
  /** Start a sign-in */
  readonly authorize: OperationCall<SsoOperations['authorize']>;
  /** Ask how a sign-in is going */
  readonly pollAuthorization: OperationCall<SsoOperations['pollAuthorization']>;
  /** Exchange a code for tokens, or refresh them */
  readonly exchangeToken: OperationCall<SsoOperations['exchangeToken']>;
  /** Tell whose access token this is */
  readonly getUserinfo: OperationCall<SsoOperations['getUserinfo']>;
  /** Tell whose access token this is, by POST */
  readonly postUserinfo: OperationCall<SsoOperations['postUserinfo']>;
  /** Read the keys that verify tokens */
  readonly getJwks: OperationCall<SsoOperations['getJwks']>;
  /** Give a token back */
  readonly revokeToken: OperationCall<SsoOperations['revokeToken']>;
  /** Describe the provider (OpenID Connect) */
  readonly getOpenidConfiguration: OperationCall<SsoOperations['getOpenidConfiguration']>;
  /** Describe the provider (OAuth 2.0) */
  readonly getAuthorizationServerMetadata: OperationCall<SsoOperations['getAuthorizationServerMetadata']>;
  /** Show the caller's identity */
  readonly getOwner: OperationCall<SsoOperations['getOwner']>;
  /** Delete the caller's identity */
  readonly deleteOwner: OperationCall<SsoOperations['deleteOwner']>;
  /** Enrol the device that signs this request */
  readonly enrolDevice: OperationCall<SsoOperations['enrolDevice']>;
  /** Begin to create a passkey */
  readonly startPasskeyRegistration: OperationCall<SsoOperations['startPasskeyRegistration']>;
  /** Store a new passkey and sign in with it */
  readonly finishPasskeyRegistration: OperationCall<SsoOperations['finishPasskeyRegistration']>;
  /** Remove one of the caller's passkeys */
  readonly removePasskey: OperationCall<SsoOperations['removePasskey']>;
  /** Begin to sign in with a passkey */
  readonly startPasskeySignIn: OperationCall<SsoOperations['startPasskeySignIn']>;
  /** Sign in with a passkey */
  readonly finishPasskeySignIn: OperationCall<SsoOperations['finishPasskeySignIn']>;
  /** Sign the browser out */
  readonly signOut: OperationCall<SsoOperations['signOut']>;
  /** See who asks for a sign-in */
  readonly getAuthorizationRequest: OperationCall<SsoOperations['getAuthorizationRequest']>;
  /** Approve or reject a sign-in */
  readonly decideAuthorizationRequest: OperationCall<SsoOperations['decideAuthorizationRequest']>;
  /** List the connected applications and agents */
  readonly listConnectedSessions: OperationCall<SsoOperations['listConnectedSessions']>;
  /** Disconnect one session */
  readonly revokeConnectedSession: OperationCall<SsoOperations['revokeConnectedSession']>;
  /** Disconnect an application */
  readonly revokeConnectedClient: OperationCall<SsoOperations['revokeConnectedClient']>;
  /** List the applications */
  readonly listProviders: OperationCall<SsoOperations['listProviders']>;
  /** Register an application */
  readonly createProvider: OperationCall<SsoOperations['createProvider']>;
  /** Show an application */
  readonly getProvider: OperationCall<SsoOperations['getProvider']>;
  /** Change an application */
  readonly updateProvider: OperationCall<SsoOperations['updateProvider']>;
  /** Switch an application off */
  readonly disableProvider: OperationCall<SsoOperations['disableProvider']>;
  /** Put a new signing key into service */
  readonly rotateSigningKey: OperationCall<SsoOperations['rotateSigningKey']>;
  /** Take a signing key out of service at once */
  readonly withdrawSigningKey: OperationCall<SsoOperations['withdrawSigningKey']>;
}

export function createSsoClient(options: ClientOptions): SsoClient {
  return createClient<SsoOperations>(routes, options);
}
