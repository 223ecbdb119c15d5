import type { SsoOperations } from '../../generated/sso/operations.ts';
import type { SsoHandler } from './handler.ts';
import {
  createApplication,
  createApplicationSecret,
  deleteApplication,
  getApplication,
  listApplications,
  revokeApplicationSecret,
  setApplicationIcon,
  updateApplication,
} from './applications/applications.ts';
import {
  createApplicationInvite,
  createApplicationMembership,
  deleteApplicationMember,
  getApplicationInvites,
  getApplicationMembers,
  revokeApplicationInvite,
  setApplicationMember,
} from './applications/members.ts';
import { createResource, deleteResource, getResources, testResource } from './applications/resources.ts';
import { createReachRequest, decideReachRequest, listReachRequests } from './applications/reach-requests.ts';
import { authorize, authorizeByPost, pollAuthorization } from './sign-in/authorize.ts';
import {
  createAdministrator,
  getCurrentAdministrator,
  listAdministrators,
  revokeAdministrator,
} from './administration/administrators.ts';
import { createBackchannelAuthentication } from './approvals/backchannel.ts';
import {
  createDetailType,
  deleteDetailType,
  getAuthorizationDetailsType,
  getDetailTypes,
} from './approvals/detail-types.ts';
import {
  getRequestBudget,
  listMandates,
  listOwnerRequests,
  revokeMandate,
  setRequestBudget,
} from './approvals/inbox.ts';
import {
  createAttestation,
  getAgentCard,
  getAgentDirectory,
  getKeyStatus,
  reportCompromisedKey,
} from './keys/agent-keys.ts';
import { createClientRegistration } from './clients/client-registration.ts';
import {
  createConsoleSession,
  deleteConsoleSession,
  getConsoleAccess,
  getSettings,
  listConsoleGrants,
  setConsoleScopes,
  getServiceHealth,
} from './administration/console.ts';
import {
  createDevice,
  deleteDevice,
  updateDevice,
  createDeviceLink,
  deleteDeviceLink,
  getDeviceLink,
} from './owners/device-links.ts';
import { createDeviceAuthorization } from './sign-in/device-authorization.ts';
import { createInvite, listInvites, revokeInvite } from './owners/registration.ts';
import { createOwnerSession, deleteOwnerSession } from './sessions/owner-session.ts';
import { createPasskey, deletePasskey, updatePasskey } from './owners/passkeys.ts';
import {
  createPasskeyAssertionOptions,
  createPasskeyRegistrationOptions,
  createPasskeySignInOptions,
} from './owners/passkey-options.ts';
import {
  createProvider,
  disableProvider,
  getProvider,
  getProviderDirectory,
  listProviders,
  updateProvider,
  createProviderSecret,
  revokeProviderSecret,
} from './clients/providers.ts';
import { createPushedAuthorization } from './sign-in/pushed-authorization.ts';
import {
  createRecovery,
  createRecoveryCodes,
  createRecoveryOptions,
  deleteRecoveryNotice,
  getRecoveryCodes,
} from './recovery/recovery.ts';
import { decideAuthorizationRequest, getAuthorizationRequest } from './sign-in/approval.ts';
import { deleteBrowserSession, deleteBrowserSessions, listBrowserSessions } from './sessions/browser-sessions.ts';
import { setOwnerPicture } from './owners/pictures.ts';
import { deleteOwner, getOwner, getOwnerProfile, updateOwnerProfile } from './owners/owner.ts';
import {
  deleteOwnerBySub,
  getOwnerBySub,
  listOwners,
  resumeOwner,
  suspendOwner,
  listOwnerBrowserSessions,
  listOwnerSessions,
  revokeOwnerSession,
  revokeOwnerSessions,
} from './administration/owners.ts';
import { exchangeToken } from './tokens/token-endpoint.ts';
import {
  createPushSubscription,
  getOwnerPushKey,
  getOwnerActivityExport,
  getOwnerNotices,
  listOwnerActivity,
  setOwnerNoticesSeen,
} from './activity/activity.ts';
import { getAuditExport, listAuditEvents } from './administration/audit.ts';
import {
  getAndroidAppLinks,
  getAppleAppLinks,
  getAuthorizationServerMetadata,
  getJwks,
  getJwksHistory,
  getOpenIdConfiguration,
  revokeSigningKey,
  rotateSigningKey,
} from './keys/discovery.ts';
import {
  getEndPreview,
  listConnectedSessions,
  revokeConnectedClient,
  revokeConnectedSession,
  updateConnectedSession,
  pauseConnectedSession,
  resumeConnectedSession,
} from './sessions/connections.ts';
import { getStatusList, revokeToken } from './tokens/revocation.ts';
import { getUserInfo, getUserInfoByPost } from './tokens/userinfo.ts';
import { introspectToken } from './tokens/introspection.ts';
import { listDelegations, revokeDelegation } from './delegation/delegations.ts';

/** The handler of each operation of the contract: the compiler names one that is missing. */
export const ssoHandlers: { readonly [Id in keyof SsoOperations]: SsoHandler<Id> } = {
  authorize,
  authorizeByPost,
  pollAuthorization,
  exchangeToken,
  createPushedAuthorization,
  createClientRegistration,
  createDeviceAuthorization,
  createBackchannelAuthentication,
  getAuthorizationDetailsType,
  getDetailTypes,
  createDetailType,
  deleteDetailType,
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
  getAuthorizationServerMetadata,
  getAndroidAppLinks,
  getAppleAppLinks,
  getOwner,
  deleteOwner,
  getOwnerProfile,
  updateOwnerProfile,
  setOwnerPicture,
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
  setOwnerNoticesSeen,
  getOwnerPushKey,
  createPushSubscription,
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
  updateApplication,
  deleteApplication,
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
  listReachRequests,
  decideReachRequest,
  getResources,
  createResource,
  deleteResource,
  testResource,
  listProviders,
  createProvider,
  getProvider,
  updateProvider,
  disableProvider,
  createProviderSecret,
  revokeProviderSecret,
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
  listAuditEvents,
  getAuditExport,
  getServiceHealth,
};
