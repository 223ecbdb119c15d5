import type { Kysely } from 'kysely';
import type { SsoDatabase } from './database.ts';
import { createAdministratorStore } from './store/administrators.ts';
import { createAgentKeyStore } from './store/agent-keys.ts';
import { createSsoAuditStore } from './store/audit-events.ts';
import { createAuthenticatorStore } from './store/authenticators.ts';
import { createAuthorizationRequestStore } from './store/authorization-requests.ts';
import { createBrowserCeremonyStore } from './store/browser-ceremonies.ts';
import { createBrowserSessionStore } from './store/browser-sessions.ts';
import { createClientAssertionStore } from './store/client-assertions.ts';
import { createClientKeyStore } from './store/client-keys.ts';
import { createClientStore } from './store/clients.ts';
import { createInviteStore } from './store/invites.ts';
import { createConnectionStore } from './store/connections.ts';
import { createConsoleAccessStore } from './store/console-access.ts';
import { createDelegationStore } from './store/delegations.ts';
import { createDeviceLinkStore } from './store/device-links.ts';
import { createOwnerActivityStore } from './store/owner-activity.ts';
import { createApplicationConsentStore } from './store/consents.ts';
import { createOwnerAdministrationStore } from './store/owner-administration.ts';
import { createDeviceCodeStore } from './store/device-codes.ts';
import { createLogoutNoticeStore } from './store/logout-notices.ts';
import { createOwnerStore } from './store/owners.ts';
import { createPasskeyStore } from './store/passkeys.ts';
import { createPushedRequestStore } from './store/pushed-requests.ts';
import { createSessionRevocationStore } from './store/session-revocations.ts';
import { createSeenRedirectStore } from './store/seen-redirects.ts';
import { createRecoveryCodeStore } from './store/recovery-codes.ts';
import { createSelfRegisteredClientStore } from './store/self-registered-clients.ts';
import { createSessionTreeStore } from './store/session-tree.ts';
import { createSystemPushStore } from './store/system-pushes.ts';
import { createSessionStore } from './store/sessions.ts';

/** Creates all stores, on the database or on a transaction. */
export function createSsoStores(db: Kysely<SsoDatabase>) {
  return {
    requests: createAuthorizationRequestStore(db),
    sessions: createSessionStore(db),
    sessionTree: createSessionTreeStore(db),
    connections: createConnectionStore(db),
    delegations: createDelegationStore(db),
    clients: createClientStore(db),
    clientKeys: createClientKeyStore(db),
    selfRegisteredClients: createSelfRegisteredClientStore(db),
    clientAssertions: createClientAssertionStore(db),
    deviceCodes: createDeviceCodeStore(db),
    pushedRequests: createPushedRequestStore(db),
    owners: createOwnerStore(db),
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
