// Written by `npm run generate` from the contract. Do not edit.

import type { SsoOperations } from '../../../generated/sso/operations.ts';
import type { SsoHandler } from '../handler.ts';
import { authorize } from './authorize.ts';
import { authorizeByPost } from './authorize-by-post.ts';
import { createAdministrator } from './create-administrator.ts';
import { createAttestation } from './create-attestation.ts';
import { createClientRegistration } from './create-client-registration.ts';
import { createConsoleSession } from './create-console-session.ts';
import { createDevice } from './create-device.ts';
import { createDeviceAuthorization } from './create-device-authorization.ts';
import { createDeviceLink } from './create-device-link.ts';
import { createInvite } from './create-invite.ts';
import { createOwnerSession } from './create-owner-session.ts';
import { createPasskey } from './create-passkey.ts';
import { createPasskeyAssertionOptions } from './create-passkey-assertion-options.ts';
import { createPasskeyRegistrationOptions } from './create-passkey-registration-options.ts';
import { createPasskeySignInOptions } from './create-passkey-sign-in-options.ts';
import { createProvider } from './create-provider.ts';
import { createProviderSecret } from './create-provider-secret.ts';
import { createPushedAuthorization } from './create-pushed-authorization.ts';
import { createRecovery } from './create-recovery.ts';
import { createRecoveryCodes } from './create-recovery-codes.ts';
import { createRecoveryOptions } from './create-recovery-options.ts';
import { decideAuthorizationRequest } from './decide-authorization-request.ts';
import { deleteBrowserSession } from './delete-browser-session.ts';
import { deleteBrowserSessions } from './delete-browser-sessions.ts';
import { deleteConsoleSession } from './delete-console-session.ts';
import { deleteDevice } from './delete-device.ts';
import { deleteDeviceLink } from './delete-device-link.ts';
import { deleteOwner } from './delete-owner.ts';
import { deleteOwnerBySub } from './delete-owner-by-sub.ts';
import { deleteOwnerSession } from './delete-owner-session.ts';
import { deletePasskey } from './delete-passkey.ts';
import { deleteRecoveryNotice } from './delete-recovery-notice.ts';
import { disableProvider } from './disable-provider.ts';
import { exchangeToken } from './exchange-token.ts';
import { getAgentCard } from './get-agent-card.ts';
import { getAgentDirectory } from './get-agent-directory.ts';
import { getAuditExport } from './get-audit-export.ts';
import { getAuthorizationRequest } from './get-authorization-request.ts';
import { getAuthorizationServerMetadata } from './get-authorization-server-metadata.ts';
import { getConsoleAccess } from './get-console-access.ts';
import { getCurrentAdministrator } from './get-current-administrator.ts';
import { getDeviceLink } from './get-device-link.ts';
import { getEndPreview } from './get-end-preview.ts';
import { getJwks } from './get-jwks.ts';
import { getJwksHistory } from './get-jwks-history.ts';
import { getKeyStatus } from './get-key-status.ts';
import { getOpenIdConfiguration } from './get-open-id-configuration.ts';
import { getOwner } from './get-owner.ts';
import { getOwnerActivityExport } from './get-owner-activity-export.ts';
import { getOwnerBySub } from './get-owner-by-sub.ts';
import { getOwnerNotices } from './get-owner-notices.ts';
import { getOwnerProfile } from './get-owner-profile.ts';
import { getProvider } from './get-provider.ts';
import { getProviderDirectory } from './get-provider-directory.ts';
import { getRecoveryCodes } from './get-recovery-codes.ts';
import { getSettings } from './get-settings.ts';
import { getStatusList } from './get-status-list.ts';
import { getUserInfo } from './get-user-info.ts';
import { getUserInfoByPost } from './get-user-info-by-post.ts';
import { introspectToken } from './introspect-token.ts';
import { listAdministrators } from './list-administrators.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { listBrowserSessions } from './list-browser-sessions.ts';
import { listConnectedSessions } from './list-connected-sessions.ts';
import { listConsoleGrants } from './list-console-grants.ts';
import { listDelegations } from './list-delegations.ts';
import { listInvites } from './list-invites.ts';
import { listOwnerActivity } from './list-owner-activity.ts';
import { listOwnerBrowserSessions } from './list-owner-browser-sessions.ts';
import { listOwnerSessions } from './list-owner-sessions.ts';
import { listOwners } from './list-owners.ts';
import { listProviders } from './list-providers.ts';
import { pollAuthorization } from './poll-authorization.ts';
import { reportCompromisedKey } from './report-compromised-key.ts';
import { resumeOwner } from './resume-owner.ts';
import { revokeAdministrator } from './revoke-administrator.ts';
import { revokeConnectedClient } from './revoke-connected-client.ts';
import { revokeConnectedSession } from './revoke-connected-session.ts';
import { revokeDelegation } from './revoke-delegation.ts';
import { revokeInvite } from './revoke-invite.ts';
import { revokeOwnerSession } from './revoke-owner-session.ts';
import { revokeOwnerSessions } from './revoke-owner-sessions.ts';
import { revokeProviderSecret } from './revoke-provider-secret.ts';
import { revokeSigningKey } from './revoke-signing-key.ts';
import { revokeToken } from './revoke-token.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { setConsoleScopes } from './set-console-scopes.ts';
import { setOwnerNoticesSeen } from './set-owner-notices-seen.ts';
import { suspendOwner } from './suspend-owner.ts';
import { updateConnectedSession } from './update-connected-session.ts';
import { updateDevice } from './update-device.ts';
import { updateOwnerProfile } from './update-owner-profile.ts';
import { updatePasskey } from './update-passkey.ts';
import { updateProvider } from './update-provider.ts';

/** The handler of each operation of the contract. */
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
