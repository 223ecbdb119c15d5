import type { SsoOperations } from '../../generated/sso/operations.ts';
import type { SsoHandler } from './handler.ts';
import { authorize } from './operations/authorize.ts';
import { authorizeByPost } from './operations/authorize-by-post.ts';
import { createAdministrator } from './operations/create-administrator.ts';
import { createAttestation } from './operations/create-attestation.ts';
import { createClientRegistration } from './operations/create-client-registration.ts';
import { createConsoleSession } from './operations/create-console-session.ts';
import { createDevice } from './operations/create-device.ts';
import { createDeviceAuthorization } from './operations/create-device-authorization.ts';
import { createDeviceLink } from './operations/create-device-link.ts';
import { createInvite } from './operations/create-invite.ts';
import { createOwnerSession } from './operations/create-owner-session.ts';
import { createPasskey } from './operations/create-passkey.ts';
import { createPasskeyAssertionOptions } from './operations/create-passkey-assertion-options.ts';
import { createPasskeyRegistrationOptions } from './operations/create-passkey-registration-options.ts';
import { createPasskeySignInOptions } from './operations/create-passkey-sign-in-options.ts';
import { createProvider } from './operations/create-provider.ts';
import { createProviderSecret } from './operations/create-provider-secret.ts';
import { createPushedAuthorization } from './operations/create-pushed-authorization.ts';
import { createRecovery } from './operations/create-recovery.ts';
import { createRecoveryCodes } from './operations/create-recovery-codes.ts';
import { createRecoveryOptions } from './operations/create-recovery-options.ts';
import { decideAuthorizationRequest } from './operations/decide-authorization-request.ts';
import { deleteBrowserSession } from './operations/delete-browser-session.ts';
import { deleteBrowserSessions } from './operations/delete-browser-sessions.ts';
import { deleteConsoleSession } from './operations/delete-console-session.ts';
import { deleteDevice } from './operations/delete-device.ts';
import { deleteDeviceLink } from './operations/delete-device-link.ts';
import { deleteOwner } from './operations/delete-owner.ts';
import { deleteOwnerBySub } from './operations/delete-owner-by-sub.ts';
import { deleteOwnerSession } from './operations/delete-owner-session.ts';
import { deletePasskey } from './operations/delete-passkey.ts';
import { deleteRecoveryNotice } from './operations/delete-recovery-notice.ts';
import { disableProvider } from './operations/disable-provider.ts';
import { exchangeToken } from './operations/exchange-token.ts';
import { getAgentCard } from './operations/get-agent-card.ts';
import { getAgentDirectory } from './operations/get-agent-directory.ts';
import { getAuditExport } from './operations/get-audit-export.ts';
import { getAuthorizationRequest } from './operations/get-authorization-request.ts';
import { getAuthorizationServerMetadata } from './operations/get-authorization-server-metadata.ts';
import { getConsoleAccess } from './operations/get-console-access.ts';
import { getCurrentAdministrator } from './operations/get-current-administrator.ts';
import { getDeviceLink } from './operations/get-device-link.ts';
import { getEndPreview } from './operations/get-end-preview.ts';
import { getJwks } from './operations/get-jwks.ts';
import { getJwksHistory } from './operations/get-jwks-history.ts';
import { getKeyStatus } from './operations/get-key-status.ts';
import { getOpenIdConfiguration } from './operations/get-open-id-configuration.ts';
import { getOwner } from './operations/get-owner.ts';
import { getOwnerActivityExport } from './operations/get-owner-activity-export.ts';
import { getOwnerBySub } from './operations/get-owner-by-sub.ts';
import { getOwnerNotices } from './operations/get-owner-notices.ts';
import { getOwnerProfile } from './operations/get-owner-profile.ts';
import { getProvider } from './operations/get-provider.ts';
import { getProviderDirectory } from './operations/get-provider-directory.ts';
import { getRecoveryCodes } from './operations/get-recovery-codes.ts';
import { getSettings } from './operations/get-settings.ts';
import { getStatusList } from './operations/get-status-list.ts';
import { getUserInfo } from './operations/get-user-info.ts';
import { getUserInfoByPost } from './operations/get-user-info-by-post.ts';
import { introspectToken } from './operations/introspect-token.ts';
import { listAdministrators } from './operations/list-administrators.ts';
import { listAuditEvents } from './operations/list-audit-events.ts';
import { listBrowserSessions } from './operations/list-browser-sessions.ts';
import { listConnectedSessions } from './operations/list-connected-sessions.ts';
import { listConsoleGrants } from './operations/list-console-grants.ts';
import { listDelegations } from './operations/list-delegations.ts';
import { listInvites } from './operations/list-invites.ts';
import { listOwnerActivity } from './operations/list-owner-activity.ts';
import { listOwnerBrowserSessions } from './operations/list-owner-browser-sessions.ts';
import { listOwnerSessions } from './operations/list-owner-sessions.ts';
import { listOwners } from './operations/list-owners.ts';
import { listProviders } from './operations/list-providers.ts';
import { pollAuthorization } from './operations/poll-authorization.ts';
import { reportCompromisedKey } from './operations/report-compromised-key.ts';
import { resumeOwner } from './operations/resume-owner.ts';
import { revokeAdministrator } from './operations/revoke-administrator.ts';
import { revokeConnectedClient } from './operations/revoke-connected-client.ts';
import { revokeConnectedSession } from './operations/revoke-connected-session.ts';
import { revokeDelegation } from './operations/revoke-delegation.ts';
import { revokeInvite } from './operations/revoke-invite.ts';
import { revokeOwnerSession } from './operations/revoke-owner-session.ts';
import { revokeOwnerSessions } from './operations/revoke-owner-sessions.ts';
import { revokeProviderSecret } from './operations/revoke-provider-secret.ts';
import { revokeSigningKey } from './operations/revoke-signing-key.ts';
import { revokeToken } from './operations/revoke-token.ts';
import { rotateSigningKey } from './operations/rotate-signing-key.ts';
import { setConsoleScopes } from './operations/set-console-scopes.ts';
import { setOwnerNoticesSeen } from './operations/set-owner-notices-seen.ts';
import { suspendOwner } from './operations/suspend-owner.ts';
import { updateConnectedSession } from './operations/update-connected-session.ts';
import { updateDevice } from './operations/update-device.ts';
import { updateOwnerProfile } from './operations/update-owner-profile.ts';
import { updatePasskey } from './operations/update-passkey.ts';
import { updateProvider } from './operations/update-provider.ts';

/** The handler of each operation of the contract: the compiler names one that is missing. */
export const ssoHandlers: { readonly [Id in keyof SsoOperations]: SsoHandler<Id> } = {
  authorize,
  authorizeByPost,
  pollAuthorization,
  exchangeToken,
  createPushedAuthorization,
  createClientRegistration,
  createDeviceAuthorization,
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
  getOwner,
  deleteOwner,
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
  setOwnerNoticesSeen,
  getAuthorizationRequest,
  decideAuthorizationRequest,
  listConnectedSessions,
  revokeConnectedSession,
  updateConnectedSession,
  reportCompromisedKey,
  getEndPreview,
  revokeConnectedClient,
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
};
