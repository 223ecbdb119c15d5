import type { SsoHandlers } from '../../../generated/sso/operations.ts';
import type { SsoContext, SsoCredentials, SsoFacts } from '../handler.ts';
import { authorize } from './authorize.ts';
import { createProvider } from './create-provider.ts';
import { decideAuthorizationRequest } from './decide-authorization-request.ts';
import { deleteOwner } from './delete-owner.ts';
import { disableProvider } from './disable-provider.ts';
import { enrolDevice } from './enrol-device.ts';
import { exchangeToken } from './exchange-token.ts';
import { finishPasskeyRegistration } from './finish-passkey-registration.ts';
import { finishPasskeySignIn } from './finish-passkey-sign-in.ts';
import { getAuthorizationRequest } from './get-authorization-request.ts';
import { getAuthorizationServerMetadata } from './get-authorization-server-metadata.ts';
import { getJwks } from './get-jwks.ts';
import { getOpenidConfiguration } from './get-openid-configuration.ts';
import { getOwner } from './get-owner.ts';
import { getProvider } from './get-provider.ts';
import { getUserinfo } from './get-userinfo.ts';
import { listConnectedSessions } from './list-connected-sessions.ts';
import { listProviders } from './list-providers.ts';
import { pollAuthorization } from './poll-authorization.ts';
import { postUserinfo } from './post-userinfo.ts';
import { removePasskey } from './remove-passkey.ts';
import { revokeConnectedClient } from './revoke-connected-client.ts';
import { revokeConnectedSession } from './revoke-connected-session.ts';
import { revokeToken } from './revoke-token.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { signOut } from './sign-out.ts';
import { startPasskeyRegistration } from './start-passkey-registration.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';
import { updateProvider } from './update-provider.ts';
import { withdrawSigningKey } from './withdraw-signing-key.ts';

/** The table of the service: one handler per operation. */
export const ssoHandlers: SsoHandlers<SsoContext & SsoFacts, SsoCredentials> = {
  authorize,
  pollAuthorization,
  exchangeToken,
  getUserinfo,
  postUserinfo,
  getJwks,
  revokeToken,
  getOpenidConfiguration,
  getAuthorizationServerMetadata,
  getOwner,
  deleteOwner,
  enrolDevice,
  startPasskeyRegistration,
  finishPasskeyRegistration,
  removePasskey,
  startPasskeySignIn,
  finishPasskeySignIn,
  rotateSigningKey,
  withdrawSigningKey,
  signOut,
  getAuthorizationRequest,
  decideAuthorizationRequest,
  listConnectedSessions,
  revokeConnectedSession,
  revokeConnectedClient,
  listProviders,
  createProvider,
  getProvider,
  updateProvider,
  disableProvider,
};
