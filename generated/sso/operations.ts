// Written by `npm run generate` from the contract. Do not edit.

import type { OperationHandler } from '../../src/typed-contract/operation.ts';
import type { operations } from './types.ts';

/** Every operation that the service answers to. */
export interface SsoOperations {
  authorize: operations['authorize'];
  pollAuthorization: operations['pollAuthorization'];
  exchangeToken: operations['exchangeToken'];
  getUserinfo: operations['getUserinfo'];
  postUserinfo: operations['postUserinfo'];
  getJwks: operations['getJwks'];
  revokeToken: operations['revokeToken'];
  getOpenidConfiguration: operations['getOpenidConfiguration'];
  getAuthorizationServerMetadata: operations['getAuthorizationServerMetadata'];
  getOwner: operations['getOwner'];
  deleteOwner: operations['deleteOwner'];
  enrolDevice: operations['enrolDevice'];
  startPasskeyRegistration: operations['startPasskeyRegistration'];
  finishPasskeyRegistration: operations['finishPasskeyRegistration'];
  removePasskey: operations['removePasskey'];
  startPasskeySignIn: operations['startPasskeySignIn'];
  finishPasskeySignIn: operations['finishPasskeySignIn'];
  signOut: operations['signOut'];
  getAuthorizationRequest: operations['getAuthorizationRequest'];
  decideAuthorizationRequest: operations['decideAuthorizationRequest'];
  listConnectedSessions: operations['listConnectedSessions'];
  revokeConnectedSession: operations['revokeConnectedSession'];
  revokeConnectedClient: operations['revokeConnectedClient'];
  listProviders: operations['listProviders'];
  createProvider: operations['createProvider'];
  getProvider: operations['getProvider'];
  updateProvider: operations['updateProvider'];
  disableProvider: operations['disableProvider'];
  rotateSigningKey: operations['rotateSigningKey'];
  withdrawSigningKey: operations['withdrawSigningKey'];
}

/** The security schemes that each operation accepts; `anonymous` where none is needed. */
export interface SsoSecurity {
  authorize: 'anonymous';
  pollAuthorization: 'anonymous';
  exchangeToken: 'anonymous';
  getUserinfo: 'bearer' | 'dpop';
  postUserinfo: 'bearer' | 'dpop';
  getJwks: 'anonymous';
  revokeToken: 'anonymous';
  getOpenidConfiguration: 'anonymous';
  getAuthorizationServerMetadata: 'anonymous';
  getOwner: 'device' | 'ownerSession';
  deleteOwner: 'device' | 'ownerSession';
  enrolDevice: 'device';
  startPasskeyRegistration: 'ownerSession' | 'anonymous';
  finishPasskeyRegistration: 'ownerSession' | 'anonymous';
  removePasskey: 'ownerSession';
  startPasskeySignIn: 'anonymous';
  finishPasskeySignIn: 'anonymous';
  signOut: 'ownerSession';
  getAuthorizationRequest: 'device' | 'ownerSession';
  decideAuthorizationRequest: 'device' | 'ownerSession';
  listConnectedSessions: 'device' | 'ownerSession';
  revokeConnectedSession: 'device' | 'ownerSession';
  revokeConnectedClient: 'device' | 'ownerSession';
  listProviders: 'adminKey';
  createProvider: 'adminKey';
  getProvider: 'adminKey';
  updateProvider: 'adminKey';
  disableProvider: 'adminKey';
  rotateSigningKey: 'adminKey';
  withdrawSigningKey: 'adminKey';
}

/**
 * The table that a service is made of: one handler per operation, no more and no fewer.
 * `Context` is what the area gives to every handler, `Credentials` what each security scheme proves.
 */
export type SsoHandlers<Context, Credentials extends Record<SsoSecurity[keyof SsoSecurity], object>> = {
  readonly [Id in keyof SsoOperations]: OperationHandler<SsoOperations[Id], Context & Credentials[SsoSecurity[Id]]>;
};
