import * as initial from './0001-initial.ts';
import * as auditNotTruncated from './0002-audit-not-truncated.ts';
import * as decisions from './0003-decisions.ts';
import * as ownerIdentity from './0004-owner-identity.ts';
import * as administrators from './0005-administrators.ts';
import * as authorizationParameters from './0006-authorization-parameters.ts';
import * as clients from './0007-clients.ts';
import * as statusLists from './0008-status-lists.ts';
import * as backchannelLogout from './0009-backchannel-logout.ts';
import * as clientRegistration from './0010-client-registration.ts';
import * as derivedKeys from './0012-derived-keys.ts';
import * as operatorConsole from './0013-operator-console.ts';
import * as publishedKeys from './0014-published-keys.ts';
import * as delegations from './0015-delegations.ts';
import * as agentPublicKeys from './0016-agent-public-keys.ts';
import * as sessionTree from './0017-session-tree.ts';
import * as statusListOrder from './0018-status-list-order.ts';
import * as keyOwners from './0019-key-owners.ts';
import * as ownApplications from './0020-own-applications.ts';
import * as confirmations from './0021-confirmations.ts';
import * as stockClients from './0022-stock-clients.ts';
import * as ownerProfiles from './0023-owner-profiles.ts';
import * as ownerNotices from './0024-owner-notices.ts';
import * as systemPushes from './0025-system-pushes.ts';

/** Forward only, in this order. */
export const ssoMigrations = [
  initial,
  auditNotTruncated,
  decisions,
  ownerIdentity,
  administrators,
  authorizationParameters,
  clients,
  statusLists,
  backchannelLogout,
  clientRegistration,
  derivedKeys,
  operatorConsole,
  publishedKeys,
  delegations,
  agentPublicKeys,
  sessionTree,
  statusListOrder,
  keyOwners,
  ownApplications,
  confirmations,
  stockClients,
  ownerProfiles,
  ownerNotices,
  systemPushes,
];
