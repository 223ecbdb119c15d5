import type { ApprovalRequestTable, DetailTypeTable, MandateTable, RequestBudgetTable } from './tables/approvals.ts';
import type { AttemptTable, ClientTable, ClientAssertionTable } from './tables/clients.ts';
import type {
  ApplicationIconTable,
  ApplicationInviteTable,
  ApplicationMemberTable,
  ApplicationResourceTable,
  ReachRequestTable,
} from './tables/applications.ts';
import type {
  PushedRequestTable,
  DeviceCodeTable,
  AuthorizationRequestTable,
  ApplicationConsentTable,
  CodeChallengeTable,
  SeenRedirectTable,
} from './tables/authorization.ts';
import type {
  SessionTable,
  DelegationTable,
  LogoutNoticeTable,
  SessionRevocationTable,
  StatusListEpochTable,
  AgentKeyTable,
  RefreshTokenTable,
  SigningKeyTable,
  DerivedKeyTable,
  SsoProofTable,
} from './tables/sessions.ts';
import type {
  OwnerTable,
  PictureTable,
  OwnerDeviceTable,
  PasskeyTable,
  PasskeyChallengeTable,
  BrowserSessionTable,
  RecoveryCodeTable,
  DeviceLinkTable,
  SystemPushTable,
} from './tables/owners.ts';
import type {
  InviteTable,
  ConsoleGrantTable,
  ConsoleSessionTable,
  AdministratorTable,
  SsoAuditEventTable,
} from './tables/administration.ts';

/** Tables of the sign-in provider, created by `migrations/`. Hashes are SHA-256, base64url, 43 characters. */
export interface SsoDatabase {
  'sso.clients': ClientTable;
  'sso.consents': ApplicationConsentTable;
  'sso.seen_redirects': SeenRedirectTable;
  'sso.attempts': AttemptTable;
  'sso.client_assertions': ClientAssertionTable;
  'sso.device_codes': DeviceCodeTable;
  'sso.pushed_requests': PushedRequestTable;
  'sso.authorization_requests': AuthorizationRequestTable;
  'sso.code_challenges': CodeChallengeTable;
  'sso.sessions': SessionTable;
  'sso.delegations': DelegationTable;
  'sso.approval_requests': ApprovalRequestTable;
  'sso.mandates': MandateTable;
  'sso.request_budgets': RequestBudgetTable;
  'sso.detail_types': DetailTypeTable;
  'sso.refresh_tokens': RefreshTokenTable;
  'sso.session_revocations': SessionRevocationTable;
  'sso.status_list_epochs': StatusListEpochTable;
  'sso.logout_notices': LogoutNoticeTable;
  'sso.system_pushes': SystemPushTable;
  'sso.agent_keys': AgentKeyTable;
  'sso.signing_keys': SigningKeyTable;
  'sso.derived_keys': DerivedKeyTable;
  'sso.owners': OwnerTable;
  'sso.pictures': PictureTable;
  'sso.devices': OwnerDeviceTable;
  'sso.passkeys': PasskeyTable;
  'sso.passkey_challenges': PasskeyChallengeTable;
  'sso.browser_sessions': BrowserSessionTable;
  'sso.recovery_codes': RecoveryCodeTable;
  'sso.device_links': DeviceLinkTable;
  'sso.dpop_proofs': SsoProofTable;
  'sso.audit_events': SsoAuditEventTable;
  'sso.administrators': AdministratorTable;
  'sso.console_grants': ConsoleGrantTable;
  'sso.console_sessions': ConsoleSessionTable;
  'sso.invites': InviteTable;
  'sso.application_members': ApplicationMemberTable;
  'sso.application_invites': ApplicationInviteTable;
  'sso.application_icons': ApplicationIconTable;
  'sso.reach_requests': ReachRequestTable;
  'sso.application_resources': ApplicationResourceTable;
}
