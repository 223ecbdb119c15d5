// Written by `npm run generate` from the contract. Do not edit.

import type { operations } from './types.ts';

/** Every operation of the service. */
export interface SsoOperations {
  authorize: operations['authorize'];
  authorizeByPost: operations['authorizeByPost'];
  pollAuthorization: operations['pollAuthorization'];
  exchangeToken: operations['exchangeToken'];
  getUserInfo: operations['getUserInfo'];
  getUserInfoByPost: operations['getUserInfoByPost'];
  getJwks: operations['getJwks'];
  getStatusList: operations['getStatusList'];
  revokeToken: operations['revokeToken'];
  getOpenIdConfiguration: operations['getOpenIdConfiguration'];
  getAuthorizationServerMetadata: operations['getAuthorizationServerMetadata'];
  getOwner: operations['getOwner'];
  deleteOwner: operations['deleteOwner'];
  createDevice: operations['createDevice'];
  deleteDevice: operations['deleteDevice'];
  updateDevice: operations['updateDevice'];
  createPasskeyRegistrationOptions: operations['createPasskeyRegistrationOptions'];
  createPasskeyAssertionOptions: operations['createPasskeyAssertionOptions'];
  createPasskey: operations['createPasskey'];
  deletePasskey: operations['deletePasskey'];
  updatePasskey: operations['updatePasskey'];
  createPasskeySignInOptions: operations['createPasskeySignInOptions'];
  createOwnerSession: operations['createOwnerSession'];
  deleteOwnerSession: operations['deleteOwnerSession'];
  listBrowserSessions: operations['listBrowserSessions'];
  deleteBrowserSessions: operations['deleteBrowserSessions'];
  deleteBrowserSession: operations['deleteBrowserSession'];
  listOwnerActivity: operations['listOwnerActivity'];
  getOwnerActivityExport: operations['getOwnerActivityExport'];
  getAuthorizationRequest: operations['getAuthorizationRequest'];
  decideAuthorizationRequest: operations['decideAuthorizationRequest'];
  listConnectedSessions: operations['listConnectedSessions'];
  revokeConnectedSession: operations['revokeConnectedSession'];
  updateConnectedSession: operations['updateConnectedSession'];
  revokeConnectedClient: operations['revokeConnectedClient'];
  listProviders: operations['listProviders'];
  createProvider: operations['createProvider'];
  getProvider: operations['getProvider'];
  updateProvider: operations['updateProvider'];
  disableProvider: operations['disableProvider'];
  createProviderSecret: operations['createProviderSecret'];
  revokeProviderSecret: operations['revokeProviderSecret'];
  rotateSigningKey: operations['rotateSigningKey'];
  revokeSigningKey: operations['revokeSigningKey'];
  listAdministrators: operations['listAdministrators'];
  createAdministrator: operations['createAdministrator'];
  getCurrentAdministrator: operations['getCurrentAdministrator'];
  revokeAdministrator: operations['revokeAdministrator'];
}

/** The security schemes that each operation accepts; `anonymous` where none is needed. */
export interface SsoSecurity {
  authorize: 'anonymous';
  authorizeByPost: 'anonymous';
  pollAuthorization: 'anonymous';
  exchangeToken: 'anonymous';
  getUserInfo: 'bearer' | 'dpop';
  getUserInfoByPost: 'bearer' | 'dpop';
  getJwks: 'anonymous';
  getStatusList: 'anonymous';
  revokeToken: 'anonymous';
  getOpenIdConfiguration: 'anonymous';
  getAuthorizationServerMetadata: 'anonymous';
  getOwner: 'device' | 'ownerSession';
  deleteOwner: 'device' | 'ownerSession';
  createDevice: 'device';
  deleteDevice: 'device' | 'ownerSession';
  updateDevice: 'device' | 'ownerSession';
  createPasskeyRegistrationOptions: 'device' | 'ownerSession' | 'anonymous';
  createPasskeyAssertionOptions: 'ownerSession';
  createPasskey: 'device' | 'ownerSession' | 'anonymous';
  deletePasskey: 'device' | 'ownerSession';
  updatePasskey: 'device' | 'ownerSession';
  createPasskeySignInOptions: 'anonymous';
  createOwnerSession: 'anonymous';
  deleteOwnerSession: 'ownerSession';
  listBrowserSessions: 'device' | 'ownerSession';
  deleteBrowserSessions: 'device' | 'ownerSession';
  deleteBrowserSession: 'device' | 'ownerSession';
  listOwnerActivity: 'device' | 'ownerSession';
  getOwnerActivityExport: 'device' | 'ownerSession';
  getAuthorizationRequest: 'device' | 'ownerSession';
  decideAuthorizationRequest: 'device' | 'ownerSession';
  listConnectedSessions: 'device' | 'ownerSession';
  revokeConnectedSession: 'device' | 'ownerSession';
  updateConnectedSession: 'device' | 'ownerSession';
  revokeConnectedClient: 'device' | 'ownerSession';
  listProviders: 'adminKey';
  createProvider: 'adminKey';
  getProvider: 'adminKey';
  updateProvider: 'adminKey';
  disableProvider: 'adminKey';
  createProviderSecret: 'adminKey';
  revokeProviderSecret: 'adminKey';
  rotateSigningKey: 'adminKey';
  revokeSigningKey: 'adminKey';
  listAdministrators: 'adminKey';
  createAdministrator: 'adminKey';
  getCurrentAdministrator: 'adminKey';
  revokeAdministrator: 'adminKey';
}
