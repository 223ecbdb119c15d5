import type { Kysely } from 'kysely';
import type { SsoDatabase } from './database.ts';
import { createAdministratorStore, createConsoleAccessStore } from './administration/administrator-store.ts';
import { createAgentKeyStore } from './keys/agent-key-store.ts';
import { createApprovalStore } from './approvals/approval-store.ts';
import { createBudgetStore } from './approvals/budget-store.ts';
import { createDetailTypeStore } from './approvals/detail-type-store.ts';
import { createMandateStore } from './approvals/mandate-store.ts';
import { createDecisionNotificationStore } from './approvals/decision-store.ts';
import { createSsoAuditStore } from './administration/audit-store.ts';
import { createIconStore, createPictureStore, createOwnerStore } from './owners/owner-store.ts';
import { createApplicationInviteStore, createApplicationMemberStore } from './applications/member-store.ts';
import { createResourceStore } from './applications/resource-store.ts';
import { createReachRequestStore } from './applications/reach-request-store.ts';
import { createAuthenticatorStore } from './owners/authenticator-store.ts';
import { createAuthorizationRequestStore } from './sign-in/authorization-request-store.ts';
import {
  createApplicationConsentStore,
  createBrowserCeremonyStore,
  createSeenRedirectStore,
} from './sign-in/silent-sign-in-store.ts';
import { createBrowserSessionStore } from './sessions/browser-session-store.ts';
import { createClientAssertionStore, createClientKeyStore } from './clients/client-key-store.ts';
import { createClientStore } from './clients/client-store.ts';
import { createSelfRegisteredClientStore } from './clients/self-registered-client-store.ts';
import { createInviteStore } from './owners/invite-store.ts';
import { createPauseStore } from './sessions/pause-store.ts';
import { createConnectionStore, createSessionStore } from './sessions/session-store.ts';
import { createDelegationStore } from './delegation/delegation-store.ts';
import { createDeviceLinkStore } from './owners/device-link-store.ts';
import { createOwnerActivityStore, createSystemPushStore } from './activity/activity-store.ts';
import { createOwnerAdministrationStore } from './administration/owner-administration-store.ts';
import { createDeviceCodeStore } from './sign-in/device-code-store.ts';
import { createLogoutNoticeStore } from './sessions/logout-notice-store.ts';
import { createPasskeyStore } from './owners/passkey-store.ts';
import { createPushedRequestStore } from './sign-in/pushed-request-store.ts';
import { createGrantStore } from './tokens/grant-store.ts';
import { createSessionRevocationStore } from './tokens/status-list-store.ts';
import { createRecoveryCodeStore } from './recovery/recovery-code-store.ts';
import { createSessionTreeStore } from './sessions/session-tree-store.ts';

/** Creates all stores, on the database or on a transaction. */
export function createSsoStores(db: Kysely<SsoDatabase>) {
  return {
    requests: createAuthorizationRequestStore(db),
    sessions: createSessionStore(db),
    grants: createGrantStore(db),
    sessionTree: createSessionTreeStore(db),
    connections: createConnectionStore(db),
    pauses: createPauseStore(db),
    delegations: createDelegationStore(db),
    approvals: createApprovalStore(db),
    requestBudgets: createBudgetStore(db),
    mandates: createMandateStore(db),
    detailTypes: createDetailTypeStore(db),
    decisionNotifications: createDecisionNotificationStore(db),
    clients: createClientStore(db),
    applicationMembers: createApplicationMemberStore(db),
    icons: createIconStore(db),
    applicationInvites: createApplicationInviteStore(db),
    reachRequests: createReachRequestStore(db),
    applicationResources: createResourceStore(db),
    clientKeys: createClientKeyStore(db),
    selfRegisteredClients: createSelfRegisteredClientStore(db),
    clientAssertions: createClientAssertionStore(db),
    deviceCodes: createDeviceCodeStore(db),
    pushedRequests: createPushedRequestStore(db),
    owners: createOwnerStore(db),
    pictures: createPictureStore(db),
    ownerAdministration: createOwnerAdministrationStore(db),
    passkeys: createPasskeyStore(db),
    authenticators: createAuthenticatorStore(db),
    browserSessions: createBrowserSessionStore(db),
    browserCeremonies: createBrowserCeremonyStore(db),
    consents: createApplicationConsentStore(db),
    seenRedirects: createSeenRedirectStore(db),
    administrators: createAdministratorStore(db),
    consoleAccess: createConsoleAccessStore(db),
    invites: createInviteStore(db),
    audit: createSsoAuditStore(db),
    revocations: createSessionRevocationStore(db),
    activity: createOwnerActivityStore(db),
    logoutNotices: createLogoutNoticeStore(db),
    systemPushes: createSystemPushStore(db),
    agentKeys: createAgentKeyStore(db),
    deviceLinks: createDeviceLinkStore(db),
    recovery: createRecoveryCodeStore(db),
  };
}

export type SsoStores = ReturnType<typeof createSsoStores>;
