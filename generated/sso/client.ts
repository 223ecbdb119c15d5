// Written by `npm run generate` from the contract. Do not edit.

import { type ClientOptions, createClient } from '../../src/typed-contract/client.ts';
import type { OperationCall } from '../../src/typed-contract/operation.ts';
import type { SsoOperations } from './operations.ts';
import {
  authorize,
  authorizeByPost,
  pollAuthorization,
  exchangeToken,
  createPushedAuthorization,
  createClientRegistration,
  createDeviceAuthorization,
  createBackchannelAuthentication,
  getAuthorizationDetailsType,
  getUserInfo,
  getUserInfoByPost,
  getJwks,
  getJwksHistory,
  getKeyStatus,
  createAttestation,
  listDelegations,
  revokeDelegation,
  getAgentCard,
  getAgentDirectory,
  getProviderDirectory,
  getStatusList,
  revokeToken,
  introspectToken,
  getOpenIdConfiguration,
  getAndroidAppLinks,
  getAppleAppLinks,
  getAuthorizationServerMetadata,
  getOwner,
  deleteOwner,
  setOwnerPicture,
  getOwnerProfile,
  updateOwnerProfile,
  createDevice,
  deleteDevice,
  updateDevice,
  createPasskeyRegistrationOptions,
  createPasskeyAssertionOptions,
  createPasskey,
  deletePasskey,
  updatePasskey,
  createPasskeySignInOptions,
  createOwnerSession,
  deleteOwnerSession,
  createDeviceLink,
  getDeviceLink,
  deleteDeviceLink,
  getRecoveryCodes,
  createRecoveryCodes,
  createRecoveryOptions,
  createRecovery,
  deleteRecoveryNotice,
  listBrowserSessions,
  deleteBrowserSessions,
  deleteBrowserSession,
  listOwnerActivity,
  getOwnerActivityExport,
  getOwnerNotices,
  getOwnerPushKey,
  createPushSubscription,
  setOwnerNoticesSeen,
  getAuthorizationRequest,
  decideAuthorizationRequest,
  listOwnerRequests,
  getRequestBudget,
  setRequestBudget,
  listMandates,
  revokeMandate,
  listConnectedSessions,
  revokeConnectedSession,
  updateConnectedSession,
  pauseConnectedSession,
  resumeConnectedSession,
  reportCompromisedKey,
  getEndPreview,
  revokeConnectedClient,
  listApplications,
  createApplication,
  getApplication,
  deleteApplication,
  updateApplication,
  setApplicationIcon,
  createApplicationSecret,
  revokeApplicationSecret,
  getApplicationMembers,
  setApplicationMember,
  deleteApplicationMember,
  getApplicationInvites,
  createApplicationInvite,
  revokeApplicationInvite,
  createApplicationMembership,
  createReachRequest,
  getResources,
  createResource,
  deleteResource,
  testResource,
  getDetailTypes,
  createDetailType,
  deleteDetailType,
  listProviders,
  createProvider,
  getProvider,
  updateProvider,
  disableProvider,
  createProviderSecret,
  revokeProviderSecret,
  listReachRequests,
  decideReachRequest,
  rotateSigningKey,
  revokeSigningKey,
  listAdministrators,
  createAdministrator,
  getCurrentAdministrator,
  revokeAdministrator,
  listOwners,
  getOwnerBySub,
  deleteOwnerBySub,
  suspendOwner,
  resumeOwner,
  listOwnerSessions,
  revokeOwnerSession,
  listOwnerBrowserSessions,
  revokeOwnerSessions,
  setConsoleScopes,
  listConsoleGrants,
  getConsoleAccess,
  createConsoleSession,
  deleteConsoleSession,
  getSettings,
  listInvites,
  createInvite,
  revokeInvite,
  getServiceHealth,
  listAuditEvents,
  getAuditExport,
} from './routes.ts';

/** Sign-in provider, version 1.0.0. */
export interface SsoApiClient {
  /** Start a sign-in */
  readonly authorize: OperationCall<SsoOperations['authorize']>;
  /** Start a sign-in, by POST */
  readonly authorizeByPost: OperationCall<SsoOperations['authorizeByPost']>;
  /** Get the status of a sign-in */
  readonly pollAuthorization: OperationCall<SsoOperations['pollAuthorization']>;
  /** Exchange a code for tokens, or refresh them */
  readonly exchangeToken: OperationCall<SsoOperations['exchangeToken']>;
  /** Push an authorization request */
  readonly createPushedAuthorization: OperationCall<SsoOperations['createPushedAuthorization']>;
  /** Register an application that asks for itself */
  readonly createClientRegistration: OperationCall<SsoOperations['createClientRegistration']>;
  /** Start the sign-in of a device without a browser */
  readonly createDeviceAuthorization: OperationCall<SsoOperations['createDeviceAuthorization']>;
  /** Ask a connected person to approve something */
  readonly createBackchannelAuthentication: OperationCall<SsoOperations['createBackchannelAuthentication']>;
  /** Read the JSON Schema of a type of authorization details */
  readonly getAuthorizationDetailsType: OperationCall<SsoOperations['getAuthorizationDetailsType']>;
  /** Return the user of an access token */
  readonly getUserInfo: OperationCall<SsoOperations['getUserInfo']>;
  /** Return the user of an access token, by POST */
  readonly getUserInfoByPost: OperationCall<SsoOperations['getUserInfoByPost']>;
  /** Read the keys that verify tokens */
  readonly getJwks: OperationCall<SsoOperations['getJwks']>;
  /** Read every key that ever signed */
  readonly getJwksHistory: OperationCall<SsoOperations['getJwksHistory']>;
  /** Tell whether an agent's key is revoked */
  readonly getKeyStatus: OperationCall<SsoOperations['getKeyStatus']>;
  /** Attest that an agent had something now */
  readonly createAttestation: OperationCall<SsoOperations['createAttestation']>;
  /** List the delegations that an agent made */
  readonly listDelegations: OperationCall<SsoOperations['listDelegations']>;
  /** Take a delegation back */
  readonly revokeDelegation: OperationCall<SsoOperations['revokeDelegation']>;
  /** Read the card of an agent */
  readonly getAgentCard: OperationCall<SsoOperations['getAgentCard']>;
  /** Read the key that an agent signs requests with */
  readonly getAgentDirectory: OperationCall<SsoOperations['getAgentDirectory']>;
  /** Read the key that signs the directories of agents */
  readonly getProviderDirectory: OperationCall<SsoOperations['getProviderDirectory']>;
  /** Read which sessions are revoked */
  readonly getStatusList: OperationCall<SsoOperations['getStatusList']>;
  /** Revoke a token */
  readonly revokeToken: OperationCall<SsoOperations['revokeToken']>;
  /** Tell a resource server whether a token is active */
  readonly introspectToken: OperationCall<SsoOperations['introspectToken']>;
  /** Describe the provider (OpenID Connect) */
  readonly getOpenIdConfiguration: OperationCall<SsoOperations['getOpenIdConfiguration']>;
  /** Name the Android apps that open the provider's links */
  readonly getAndroidAppLinks: OperationCall<SsoOperations['getAndroidAppLinks']>;
  /** Name the Apple apps that open the provider's links */
  readonly getAppleAppLinks: OperationCall<SsoOperations['getAppleAppLinks']>;
  /** Describe the provider (OAuth 2.0) */
  readonly getAuthorizationServerMetadata: OperationCall<SsoOperations['getAuthorizationServerMetadata']>;
  /** Show the caller's identity */
  readonly getOwner: OperationCall<SsoOperations['getOwner']>;
  /** Delete the caller's identity */
  readonly deleteOwner: OperationCall<SsoOperations['deleteOwner']>;
  /** Upload the caller's picture */
  readonly setOwnerPicture: OperationCall<SsoOperations['setOwnerPicture']>;
  /** Show the caller's profile */
  readonly getOwnerProfile: OperationCall<SsoOperations['getOwnerProfile']>;
  /** Change the caller's profile */
  readonly updateOwnerProfile: OperationCall<SsoOperations['updateOwnerProfile']>;
  /** Enrol the device that signs this request */
  readonly createDevice: OperationCall<SsoOperations['createDevice']>;
  /** Delete one of the caller's devices */
  readonly deleteDevice: OperationCall<SsoOperations['deleteDevice']>;
  /** Rename one of the caller's devices */
  readonly updateDevice: OperationCall<SsoOperations['updateDevice']>;
  /** Begin to create a passkey */
  readonly createPasskeyRegistrationOptions: OperationCall<SsoOperations['createPasskeyRegistrationOptions']>;
  /** Begin to confirm an action with a passkey */
  readonly createPasskeyAssertionOptions: OperationCall<SsoOperations['createPasskeyAssertionOptions']>;
  /** Store a new passkey and sign in with it */
  readonly createPasskey: OperationCall<SsoOperations['createPasskey']>;
  /** Delete one of the caller's passkeys */
  readonly deletePasskey: OperationCall<SsoOperations['deletePasskey']>;
  /** Rename one of the caller's passkeys */
  readonly updatePasskey: OperationCall<SsoOperations['updatePasskey']>;
  /** Begin to sign in with a passkey */
  readonly createPasskeySignInOptions: OperationCall<SsoOperations['createPasskeySignInOptions']>;
  /** Sign in with a passkey */
  readonly createOwnerSession: OperationCall<SsoOperations['createOwnerSession']>;
  /** Sign the browser out */
  readonly deleteOwnerSession: OperationCall<SsoOperations['deleteOwnerSession']>;
  /** Create a link with which another device joins the caller */
  readonly createDeviceLink: OperationCall<SsoOperations['createDeviceLink']>;
  /** Show whether a device has joined with a link */
  readonly getDeviceLink: OperationCall<SsoOperations['getDeviceLink']>;
  /** Withdraw a link */
  readonly deleteDeviceLink: OperationCall<SsoOperations['deleteDeviceLink']>;
  /** Show how many recovery codes are left */
  readonly getRecoveryCodes: OperationCall<SsoOperations['getRecoveryCodes']>;
  /** Create ten recovery codes */
  readonly createRecoveryCodes: OperationCall<SsoOperations['createRecoveryCodes']>;
  /** Begin to recover an identity */
  readonly createRecoveryOptions: OperationCall<SsoOperations['createRecoveryOptions']>;
  /** Recover an identity with a new passkey */
  readonly createRecovery: OperationCall<SsoOperations['createRecovery']>;
  /** Confirm that the recovery was one's own */
  readonly deleteRecoveryNotice: OperationCall<SsoOperations['deleteRecoveryNotice']>;
  /** List the signed-in browsers */
  readonly listBrowserSessions: OperationCall<SsoOperations['listBrowserSessions']>;
  /** Sign out of all browsers */
  readonly deleteBrowserSessions: OperationCall<SsoOperations['deleteBrowserSessions']>;
  /** Sign out of one browser */
  readonly deleteBrowserSession: OperationCall<SsoOperations['deleteBrowserSession']>;
  /** List what happened to the caller's identity */
  readonly listOwnerActivity: OperationCall<SsoOperations['listOwnerActivity']>;
  /** Download the profile and the activity log */
  readonly getOwnerActivityExport: OperationCall<SsoOperations['getOwnerActivityExport']>;
  /** Read the changes of the caller's credentials that they have not seen */
  readonly getOwnerNotices: OperationCall<SsoOperations['getOwnerNotices']>;
  /** Read the key with which the owner's app subscribes to pushes */
  readonly getOwnerPushKey: OperationCall<SsoOperations['getOwnerPushKey']>;
  /** Turn pushes of the provider on in the owner's app */
  readonly createPushSubscription: OperationCall<SsoOperations['createPushSubscription']>;
  /** Record which changes the caller has seen */
  readonly setOwnerNoticesSeen: OperationCall<SsoOperations['setOwnerNoticesSeen']>;
  /** Show which application asks for a sign-in */
  readonly getAuthorizationRequest: OperationCall<SsoOperations['getAuthorizationRequest']>;
  /** Approve or reject a sign-in */
  readonly decideAuthorizationRequest: OperationCall<SsoOperations['decideAuthorizationRequest']>;
  /** List what agents asked the caller to approve */
  readonly listOwnerRequests: OperationCall<SsoOperations['listOwnerRequests']>;
  /** Read how often each agent may ask the caller */
  readonly getRequestBudget: OperationCall<SsoOperations['getRequestBudget']>;
  /** Set how often each agent may ask the caller */
  readonly setRequestBudget: OperationCall<SsoOperations['setRequestBudget']>;
  /** List what agents may do without asking again */
  readonly listMandates: OperationCall<SsoOperations['listMandates']>;
  /** Revoke a mandate */
  readonly revokeMandate: OperationCall<SsoOperations['revokeMandate']>;
  /** List the connected applications and agents */
  readonly listConnectedSessions: OperationCall<SsoOperations['listConnectedSessions']>;
  /** Disconnect one session */
  readonly revokeConnectedSession: OperationCall<SsoOperations['revokeConnectedSession']>;
  /** Rename a connection */
  readonly updateConnectedSession: OperationCall<SsoOperations['updateConnectedSession']>;
  /** Pause one agent or application */
  readonly pauseConnectedSession: OperationCall<SsoOperations['pauseConnectedSession']>;
  /** Resume a paused agent or application */
  readonly resumeConnectedSession: OperationCall<SsoOperations['resumeConnectedSession']>;
  /** Report a key as stolen */
  readonly reportCompromisedKey: OperationCall<SsoOperations['reportCompromisedKey']>;
  /** Count what an action would end */
  readonly getEndPreview: OperationCall<SsoOperations['getEndPreview']>;
  /** Disconnect an application */
  readonly revokeConnectedClient: OperationCall<SsoOperations['revokeConnectedClient']>;
  /** List the caller's sign-in applications */
  readonly listApplications: OperationCall<SsoOperations['listApplications']>;
  /** Register a sign-in application */
  readonly createApplication: OperationCall<SsoOperations['createApplication']>;
  /** Show a sign-in application */
  readonly getApplication: OperationCall<SsoOperations['getApplication']>;
  /** Delete a sign-in application */
  readonly deleteApplication: OperationCall<SsoOperations['deleteApplication']>;
  /** Change a sign-in application */
  readonly updateApplication: OperationCall<SsoOperations['updateApplication']>;
  /** Set the icon of a sign-in application */
  readonly setApplicationIcon: OperationCall<SsoOperations['setApplicationIcon']>;
  /** Create a second client secret */
  readonly createApplicationSecret: OperationCall<SsoOperations['createApplicationSecret']>;
  /** Revoke a secret of one's own application */
  readonly revokeApplicationSecret: OperationCall<SsoOperations['revokeApplicationSecret']>;
  /** Read who works on an application */
  readonly getApplicationMembers: OperationCall<SsoOperations['getApplicationMembers']>;
  /** Change the role of a member */
  readonly setApplicationMember: OperationCall<SsoOperations['setApplicationMember']>;
  /** Remove a member */
  readonly deleteApplicationMember: OperationCall<SsoOperations['deleteApplicationMember']>;
  /** Read the open invites of an application */
  readonly getApplicationInvites: OperationCall<SsoOperations['getApplicationInvites']>;
  /** Invite a person by a link */
  readonly createApplicationInvite: OperationCall<SsoOperations['createApplicationInvite']>;
  /** Revoke an invite to an application */
  readonly revokeApplicationInvite: OperationCall<SsoOperations['revokeApplicationInvite']>;
  /** Join an application by an invite */
  readonly createApplicationMembership: OperationCall<SsoOperations['createApplicationMembership']>;
  /** Ask for the reach platform */
  readonly createReachRequest: OperationCall<SsoOperations['createReachRequest']>;
  /** Read the resources of an application */
  readonly getResources: OperationCall<SsoOperations['getResources']>;
  /** Add a resource */
  readonly createResource: OperationCall<SsoOperations['createResource']>;
  /** Remove a resource */
  readonly deleteResource: OperationCall<SsoOperations['deleteResource']>;
  /** Check the proof of a resource now */
  readonly testResource: OperationCall<SsoOperations['testResource']>;
  /** Read the types of authorization details of an application */
  readonly getDetailTypes: OperationCall<SsoOperations['getDetailTypes']>;
  /** Register a type of authorization details */
  readonly createDetailType: OperationCall<SsoOperations['createDetailType']>;
  /** Remove a type of authorization details */
  readonly deleteDetailType: OperationCall<SsoOperations['deleteDetailType']>;
  /** List the applications */
  readonly listProviders: OperationCall<SsoOperations['listProviders']>;
  /** Register an application */
  readonly createProvider: OperationCall<SsoOperations['createProvider']>;
  /** Show an application */
  readonly getProvider: OperationCall<SsoOperations['getProvider']>;
  /** Change an application */
  readonly updateProvider: OperationCall<SsoOperations['updateProvider']>;
  /** Disable an application */
  readonly disableProvider: OperationCall<SsoOperations['disableProvider']>;
  /** Make a second client secret */
  readonly createProviderSecret: OperationCall<SsoOperations['createProviderSecret']>;
  /** Revoke a client secret */
  readonly revokeProviderSecret: OperationCall<SsoOperations['revokeProviderSecret']>;
  /** List the requests for a higher reach */
  readonly listReachRequests: OperationCall<SsoOperations['listReachRequests']>;
  /** Decide a request for a higher reach */
  readonly decideReachRequest: OperationCall<SsoOperations['decideReachRequest']>;
  /** Rotate the signing key */
  readonly rotateSigningKey: OperationCall<SsoOperations['rotateSigningKey']>;
  /** Revoke a signing key */
  readonly revokeSigningKey: OperationCall<SsoOperations['revokeSigningKey']>;
  /** List the administrators */
  readonly listAdministrators: OperationCall<SsoOperations['listAdministrators']>;
  /** Create an administrator */
  readonly createAdministrator: OperationCall<SsoOperations['createAdministrator']>;
  /** Show who presents this key */
  readonly getCurrentAdministrator: OperationCall<SsoOperations['getCurrentAdministrator']>;
  /** Revoke an administrator's key */
  readonly revokeAdministrator: OperationCall<SsoOperations['revokeAdministrator']>;
  /** Search the owners */
  readonly listOwners: OperationCall<SsoOperations['listOwners']>;
  /** Show an owner */
  readonly getOwnerBySub: OperationCall<SsoOperations['getOwnerBySub']>;
  /** Erase an owner */
  readonly deleteOwnerBySub: OperationCall<SsoOperations['deleteOwnerBySub']>;
  /** Suspend an owner */
  readonly suspendOwner: OperationCall<SsoOperations['suspendOwner']>;
  /** Resume a suspended owner */
  readonly resumeOwner: OperationCall<SsoOperations['resumeOwner']>;
  /** List the applications and agents of an owner */
  readonly listOwnerSessions: OperationCall<SsoOperations['listOwnerSessions']>;
  /** Disconnect one session of an owner */
  readonly revokeOwnerSession: OperationCall<SsoOperations['revokeOwnerSession']>;
  /** List the browsers in which an owner is signed in */
  readonly listOwnerBrowserSessions: OperationCall<SsoOperations['listOwnerBrowserSessions']>;
  /** End all sessions of an owner */
  readonly revokeOwnerSessions: OperationCall<SsoOperations['revokeOwnerSessions']>;
  /** Let an owner into the operator console */
  readonly setConsoleScopes: OperationCall<SsoOperations['setConsoleScopes']>;
  /** List the owners who may use the operator console */
  readonly listConsoleGrants: OperationCall<SsoOperations['listConsoleGrants']>;
  /** Read whether the caller may open the operator console */
  readonly getConsoleAccess: OperationCall<SsoOperations['getConsoleAccess']>;
  /** Open the operator console */
  readonly createConsoleSession: OperationCall<SsoOperations['createConsoleSession']>;
  /** Leave the operator console */
  readonly deleteConsoleSession: OperationCall<SsoOperations['deleteConsoleSession']>;
  /** Show the settings */
  readonly getSettings: OperationCall<SsoOperations['getSettings']>;
  /** List the invites */
  readonly listInvites: OperationCall<SsoOperations['listInvites']>;
  /** Create an invite */
  readonly createInvite: OperationCall<SsoOperations['createInvite']>;
  /** Revoke an invite */
  readonly revokeInvite: OperationCall<SsoOperations['revokeInvite']>;
  /** Read the health of this service */
  readonly getServiceHealth: OperationCall<SsoOperations['getServiceHealth']>;
  /** Search the audit */
  readonly listAuditEvents: OperationCall<SsoOperations['listAuditEvents']>;
  /** Export the audit */
  readonly getAuditExport: OperationCall<SsoOperations['getAuditExport']>;
}

export function createSsoClient(options: ClientOptions): SsoApiClient {
  // Listed by name: a namespace import would keep every route in every bundle.
  const routes = {
    authorize,
    authorizeByPost,
    pollAuthorization,
    exchangeToken,
    createPushedAuthorization,
    createClientRegistration,
    createDeviceAuthorization,
    createBackchannelAuthentication,
    getAuthorizationDetailsType,
    getUserInfo,
    getUserInfoByPost,
    getJwks,
    getJwksHistory,
    getKeyStatus,
    createAttestation,
    listDelegations,
    revokeDelegation,
    getAgentCard,
    getAgentDirectory,
    getProviderDirectory,
    getStatusList,
    revokeToken,
    introspectToken,
    getOpenIdConfiguration,
    getAndroidAppLinks,
    getAppleAppLinks,
    getAuthorizationServerMetadata,
    getOwner,
    deleteOwner,
    setOwnerPicture,
    getOwnerProfile,
    updateOwnerProfile,
    createDevice,
    deleteDevice,
    updateDevice,
    createPasskeyRegistrationOptions,
    createPasskeyAssertionOptions,
    createPasskey,
    deletePasskey,
    updatePasskey,
    createPasskeySignInOptions,
    createOwnerSession,
    deleteOwnerSession,
    createDeviceLink,
    getDeviceLink,
    deleteDeviceLink,
    getRecoveryCodes,
    createRecoveryCodes,
    createRecoveryOptions,
    createRecovery,
    deleteRecoveryNotice,
    listBrowserSessions,
    deleteBrowserSessions,
    deleteBrowserSession,
    listOwnerActivity,
    getOwnerActivityExport,
    getOwnerNotices,
    getOwnerPushKey,
    createPushSubscription,
    setOwnerNoticesSeen,
    getAuthorizationRequest,
    decideAuthorizationRequest,
    listOwnerRequests,
    getRequestBudget,
    setRequestBudget,
    listMandates,
    revokeMandate,
    listConnectedSessions,
    revokeConnectedSession,
    updateConnectedSession,
    pauseConnectedSession,
    resumeConnectedSession,
    reportCompromisedKey,
    getEndPreview,
    revokeConnectedClient,
    listApplications,
    createApplication,
    getApplication,
    deleteApplication,
    updateApplication,
    setApplicationIcon,
    createApplicationSecret,
    revokeApplicationSecret,
    getApplicationMembers,
    setApplicationMember,
    deleteApplicationMember,
    getApplicationInvites,
    createApplicationInvite,
    revokeApplicationInvite,
    createApplicationMembership,
    createReachRequest,
    getResources,
    createResource,
    deleteResource,
    testResource,
    getDetailTypes,
    createDetailType,
    deleteDetailType,
    listProviders,
    createProvider,
    getProvider,
    updateProvider,
    disableProvider,
    createProviderSecret,
    revokeProviderSecret,
    listReachRequests,
    decideReachRequest,
    rotateSigningKey,
    revokeSigningKey,
    listAdministrators,
    createAdministrator,
    getCurrentAdministrator,
    revokeAdministrator,
    listOwners,
    getOwnerBySub,
    deleteOwnerBySub,
    suspendOwner,
    resumeOwner,
    listOwnerSessions,
    revokeOwnerSession,
    listOwnerBrowserSessions,
    revokeOwnerSessions,
    setConsoleScopes,
    listConsoleGrants,
    getConsoleAccess,
    createConsoleSession,
    deleteConsoleSession,
    getSettings,
    listInvites,
    createInvite,
    revokeInvite,
    getServiceHealth,
    listAuditEvents,
    getAuditExport,
  };
  return createClient<SsoOperations>(routes, options);
}
